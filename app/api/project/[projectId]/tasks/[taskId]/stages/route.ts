import { endpoint } from "@/lib/operation/endpoint";
import { listStages } from "@/lib/task/operations";

export const GET = endpoint(listStages);
