import { endpoint } from "@/lib/operation/endpoint";
import { getOverview } from "@/lib/task/dashboard/operations";

export const GET = endpoint(getOverview);
