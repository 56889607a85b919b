import { z } from "zod";
import { BackupDocument } from "@/lib/backup/document";
import { exportProject, exportProjectWithStates } from "@/lib/backup/operations";
import { endpoint } from "@/lib/operation/endpoint";

/** A download whose file name holds the project's id and the time. */
const asFile = {
  reply: { description: "The backup file, without null fields", schema: leavingNullsOut(BackupDocument) },
  respond: (backup: BackupDocument, _request: Request, { projectId }: Readonly<Record<string, unknown>>) => {
    const headers = {
      "content-type": "application/json",
      "content-disposition": `attachment; filename="backup_${projectId}_${Date.now()}.json"`,
      "cache-control": "no-store",
    };
    return new Response(`${JSON.stringify(backup, withoutNulls, 2)}\n`, { headers });
  },
};

export const downloadBackup = endpoint(exportProject, asFile);
export const downloadBackupWithStates = endpoint(exportProjectWithStates, asFile);

/** Readers of backup files expect absent fields instead of null. */
const withoutNulls = (_key: string, value: unknown): unknown => value ?? undefined;

/** The schema of what `withoutNulls` writes. */
function leavingNullsOut(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable) return z.optional(leavingNullsOut(schema.unwrap()));
  if (schema instanceof z.ZodArray) return z.array(leavingNullsOut(schema.element));
  if (schema instanceof z.ZodObject) {
    return z.object(
      Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, leavingNullsOut(field)])),
    );
  }
  if (schema instanceof z.ZodType) return schema;
  throw new Error("not a schema that z made");
}
