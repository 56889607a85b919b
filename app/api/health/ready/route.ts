import { ready } from "@/lib/operation/http/system-routes";

export const GET = ready;
