import { endpoint } from "@/lib/operation/endpoint";
import { deleteTemplate, getTemplate, updateTemplate } from "@/lib/template/operations";

export const GET = endpoint(getTemplate);
export const PUT = endpoint(updateTemplate);
export const DELETE = endpoint(deleteTemplate);
