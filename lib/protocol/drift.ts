import { z } from "zod";

/** What is known about a template: `unknown` when the newest check failed, or when a run failed after it. */
export const DriftStatus = z.enum(["in_sync", "drifted", "unknown"]);
export type DriftStatus = z.infer<typeof DriftStatus>;

/** What reconciling would do; `other` when nothing is created, updated or deleted, as for a moved resource. */
export const DriftAction = z.enum(["create", "update", "replace", "delete", "other"]);
export type DriftAction = z.infer<typeof DriftAction>;

/** A resource or output that differs, or a host that would change; never a value of it. */
export const DriftItem = z.object({
  address: z.string(),
  /** Type of the resource, as `aws_instance`; `output` and `host` stand for those. */
  type: z.string(),
  action: DriftAction,
  /** It was changed outside of the code, rather than in it. */
  outside: z.boolean(),
});
export type DriftItem = z.infer<typeof DriftItem>;

/** More are counted, but not listed. */
export const MAX_DRIFT_ITEMS = 200;

/** What one check found. */
export const DriftReport = z.object({
  drifted: z.boolean(),
  /** Resources, or hosts of Ansible; outputs are listed, but not counted. */
  count: z.int().min(0),
  items: z.array(DriftItem).max(MAX_DRIFT_ITEMS),
});
export type DriftReport = z.infer<typeof DriftReport>;
