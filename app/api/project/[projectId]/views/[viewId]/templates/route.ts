import { endpoint } from "@/lib/operation/endpoint";
import { listTemplatesOfView } from "@/lib/template/operations";

export const GET = endpoint(listTemplatesOfView);
