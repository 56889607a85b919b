import { openapi } from "@/lib/operation/http/system-routes";

export const GET = openapi;
