import { listApps } from "@/lib/app/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listApps);
