import { endpoint } from "@/lib/operation/endpoint";
import { createTemplate, listTemplates } from "@/lib/template/operations";

export const GET = endpoint(listTemplates);
export const POST = endpoint(createTemplate, { status: 201 });
