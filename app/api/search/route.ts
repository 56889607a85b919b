import { endpoint } from "@/lib/operation/endpoint";
import { searchAll } from "@/lib/system/search-operations";

export const GET = endpoint(searchAll);
