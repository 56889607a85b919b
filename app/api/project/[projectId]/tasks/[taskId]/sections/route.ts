import { endpoint } from "@/lib/operation/endpoint";
import { listSections } from "@/lib/task/log-operations";

export const GET = endpoint(listSections);
