import { listInventoryFacts } from "@/lib/inventory/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listInventoryFacts);
