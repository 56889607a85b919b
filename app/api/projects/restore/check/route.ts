import { checkProject } from "@/lib/backup/operations";
import { MAX_BACKUP_BYTES, RestoreQuery } from "@/lib/backup/schema";
import { endpoint } from "@/lib/operation/endpoint";

export const POST = endpoint(checkProject, { maxBytes: MAX_BACKUP_BYTES, query: RestoreQuery });
