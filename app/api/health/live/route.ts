import { live } from "@/lib/operation/http/system-routes";

export const GET = live;
