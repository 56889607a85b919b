import { live } from "@/lib/operation/system-routes";

export const GET = live;
