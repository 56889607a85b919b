import { z } from "zod";
import type { ErrorKey } from "@/lib/operation/errors";

/** The kinds of objects in a file; `project` for what belongs to none of its lists. */
export const REPORTED_KINDS = [
  "project",
  "key",
  "repository",
  "inventory",
  "environment",
  "view",
  "template",
  "schedule",
  "integration",
  "state",
] as const;
export type ReportedKind = (typeof REPORTED_KINDS)[number];

/** What a restore does with a value that it cannot take as it is. */
const ADJUSTMENTS = [
  "changed",
  "converted",
  "shortened",
  "cleared",
  "left_out",
  "object_left_out",
  "created_empty",
  "credentials_removed",
  "made_ordinary",
  "replaced",
  "inactive",
  "app_added",
  "kept",
] as const;
export type Adjustment = (typeof ADJUSTMENTS)[number];

const params = () => z.record(z.string(), z.union([z.string(), z.number()]));

/** One difference between a file and the project made of it. The texts are in `errors` and `project.report.adjustments`. */
export const ReportLine = z.object({
  kind: z.enum(REPORTED_KINDS),
  /** Name of the object; a number with # for an object without one. */
  name: z.string(),
  /** Where in the object, as in the file; "" for the whole of it. */
  field: z.string(),
  /** What the file says there; null if it could be a secret, or is no single value. */
  was: z.string().nullable(),
  /** Why it could not be taken, as a key of `errors`. */
  reason: z.custom<ErrorKey>((key) => typeof key === "string").meta({ type: "string" }),
  reason_params: params(),
  done: z.enum(ADJUSTMENTS),
  /** The new `value`, or the `name` of what was created. */
  done_params: params(),
});
export type ReportLine = z.infer<typeof ReportLine>;
