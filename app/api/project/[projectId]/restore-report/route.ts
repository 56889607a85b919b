import { getRestoreReport } from "@/lib/backup/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(getRestoreReport);
