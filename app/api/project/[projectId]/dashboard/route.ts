import { endpoint } from "@/lib/operation/endpoint";
import { getDashboard } from "@/lib/task/dashboard/operations";

export const GET = endpoint(getDashboard);
