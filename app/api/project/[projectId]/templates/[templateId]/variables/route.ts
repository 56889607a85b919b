import { endpoint } from "@/lib/operation/endpoint";
import { listTemplateVariables } from "@/lib/template/operations";

export const GET = endpoint(listTemplateVariables);
