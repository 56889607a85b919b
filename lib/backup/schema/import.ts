import { z } from "zod";
import { REPORTED_KINDS, ReportLine } from "@/lib/backup/schema/report";
import type { ErrorKey } from "@/lib/operation/errors";
import { text } from "@/lib/operation/fields";

/** What an import does about an object of a project that an earlier import made. */
const IMPORT_RESULTS = ["created", "updated", "kept", "gone", "deleted", "same_name", "refused"] as const;
export type ImportResult = (typeof IMPORT_RESULTS)[number];

export const ImportLine = z.object({
  kind: z.enum(REPORTED_KINDS),
  name: z.string(),
  /**
   * `kept`: fields that changed here and at the source, or name what was deleted here, so they stay. `gone`: no longer at
   * the source. `deleted`: deleted here.
   * `same_name`: an object of that name was not made by an import. `refused`: for the reason given.
   */
  done: z.enum(IMPORT_RESULTS),
  /** Those concerned; none for a whole object. */
  fields: z.array(z.string()),
  /** A key of `errors`. */
  reason: z
    .custom<ErrorKey>((key) => typeof key === "string")
    .nullable()
    .meta({ type: ["string", "null"] }),
  reason_params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type ImportLine = z.infer<typeof ImportLine>;

/** What updating a project from its source did, or would do. */
export const UpdatedProject = z.object({
  id: z.int(),
  dry_run: z.boolean(),
  /** Objects that are as they were. */
  unchanged: z.int(),
  lines: z.array(ImportLine),
  /** Left out, because they lead to another place already. */
  dropped_aliases: z.array(z.string()),
  /** What could not be taken as it is. */
  report: z.array(ReportLine),
  /** Secret variables without a value, each after its environment: `Live: TOKEN`. */
  empty_secrets: z.array(z.string()),
});
export type UpdatedProject = z.infer<typeof UpdatedProject>;

/** A project that was imported from a source. */
export const ImportedProject = z.object({ id: z.int(), name: z.string() });
export type ImportedProject = z.infer<typeof ImportedProject>;

export const SourceQuery = z.object({ source: text().describe("The project at its source") });
