import { importTask, readHistory } from "@/lib/backup/history/operations";
import { MAX_HISTORY_BYTES } from "@/lib/backup/schema/history";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(readHistory);
export const PUT = endpoint(importTask, { maxBytes: MAX_HISTORY_BYTES });
