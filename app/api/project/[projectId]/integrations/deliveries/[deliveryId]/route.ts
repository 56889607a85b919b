import { getDelivery } from "@/lib/integration/read-operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(getDelivery);
