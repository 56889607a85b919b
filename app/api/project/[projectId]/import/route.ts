import { importProject } from "@/lib/backup/import/operations";
import { MAX_BACKUP_BYTES, RestoreQuery } from "@/lib/backup/schema";
import { endpoint } from "@/lib/operation/endpoint";

export const PUT = endpoint(importProject, { maxBytes: MAX_BACKUP_BYTES, query: RestoreQuery });
