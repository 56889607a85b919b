import { openapi } from "@/lib/operation/system-routes";

export const GET = openapi;
