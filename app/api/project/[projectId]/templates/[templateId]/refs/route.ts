import { endpoint } from "@/lib/operation/endpoint";
import { getTemplateRefs } from "@/lib/template/operations";

export const GET = endpoint(getTemplateRefs);
