import { listFilters, replaceFilters } from "@/lib/filter/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listFilters);
export const PUT = endpoint(replaceFilters);
