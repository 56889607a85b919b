import { endpoint } from "@/lib/operation/endpoint";
import { listHostKeys } from "@/lib/repository/operations";

export const GET = endpoint(listHostKeys);
