import { endpoint } from "@/lib/operation/endpoint";
import { listFires } from "@/lib/schedule/operations";

export const GET = endpoint(listFires);
