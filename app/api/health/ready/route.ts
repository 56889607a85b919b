import { ready } from "@/lib/operation/system-routes";

export const GET = ready;
