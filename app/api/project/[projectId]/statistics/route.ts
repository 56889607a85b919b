import { endpoint } from "@/lib/operation/endpoint";
import { getStatistics } from "@/lib/statistics/operations";

export const GET = endpoint(getStatistics);
