import { ping } from "@/lib/operation/system-routes";

export const GET = ping;
