import { endpoint } from "@/lib/operation/endpoint";
import { LONG_BODY_BYTES } from "@/lib/operation/http/request";
import { createTemplate, listTemplates } from "@/lib/template/operations";

export const GET = endpoint(listTemplates);
export const POST = endpoint(createTemplate, { status: 201, maxBytes: LONG_BODY_BYTES });
