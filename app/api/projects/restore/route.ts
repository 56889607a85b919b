import { restoreProject } from "@/lib/backup/operations";
import { MAX_BACKUP_BYTES, RestoreQuery } from "@/lib/backup/schema";
import { endpoint } from "@/lib/operation/endpoint";

export const POST = endpoint(restoreProject, { maxBytes: MAX_BACKUP_BYTES, query: RestoreQuery });
