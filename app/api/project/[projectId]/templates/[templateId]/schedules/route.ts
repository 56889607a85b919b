import { endpoint } from "@/lib/operation/endpoint";
import { listCommitChecks } from "@/lib/template/operations";

export const GET = endpoint(listCommitChecks);
