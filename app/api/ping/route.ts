import { ping } from "@/lib/operation/http/system-routes";

export const GET = ping;
