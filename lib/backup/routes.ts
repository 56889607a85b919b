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
    return new Response(`${JSON.stringify(withoutNulls(backup), null, 2)}\n`, { headers });
  },
};

export const downloadBackup = endpoint(exportProject, asFile);
export const downloadBackupWithStates = endpoint(exportProjectWithStates, asFile);

/** Readers of backup files expect absent fields instead of null. In a workflow, a null is a value that was set. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const set = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(set.map(([name, inner]) => [name, name === "graph" ? inner : withoutNulls(inner)]));
}

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
