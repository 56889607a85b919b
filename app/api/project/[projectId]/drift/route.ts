import { listDrifts } from "@/lib/drift/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listDrifts);
