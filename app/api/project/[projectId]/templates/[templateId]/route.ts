import { endpoint } from "@/lib/operation/endpoint";
import { saving } from "@/lib/operation/saved";
import { deleteTemplate, getTemplate, updateTemplate } from "@/lib/template/operations";

export const GET = endpoint(getTemplate);
export const PUT = saving(updateTemplate);
export const DELETE = endpoint(deleteTemplate);
