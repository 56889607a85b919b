import { z } from "zod";
import { DriftItem, DriftStatus } from "@/lib/protocol/drift";

/** Drift of a template in lists: the worst of its workspaces and inventories. */
export const TemplateDrift = z.object({
  status: DriftStatus,
  /** Resources, or hosts of Ansible; outputs are listed, but not counted. */
  count: z.int(),
  since: z.string(),
  /** The newest check, or the run after it that changed the status. */
  checked_at: z.string(),
  task_id: z.int().nullable(),
});
export type TemplateDrift = z.infer<typeof TemplateDrift>;

/** What is known about the drift of a template, in one workspace or inventory. */
export const Drift = TemplateDrift.extend({
  template_id: z.int(),
  template_name: z.string(),
  app: z.string(),
  /** Workspace of its state; "" for applications that keep none. */
  workspace: z.string(),
  /** That was checked, for applications that keep no state. */
  inventory_id: z.int().nullable(),
  inventory_name: z.string().nullable(),
  /** At most 200. */
  items: z.array(DriftItem),
});
export type Drift = z.infer<typeof Drift>;
