import { endpoint } from "@/lib/operation/endpoint";
import { LONG_BODY_BYTES } from "@/lib/operation/http/request";
import { saving } from "@/lib/operation/saved";
import { deleteTemplate, getTemplate, updateTemplate } from "@/lib/template/operations";

export const GET = endpoint(getTemplate);
export const PUT = saving(updateTemplate, { maxBytes: LONG_BODY_BYTES });
export const DELETE = endpoint(deleteTemplate);
