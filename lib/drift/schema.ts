import { z } from "zod";
import { DriftItem, DriftStatus } from "@/lib/protocol/drift";

/** What is known about the drift of a template, in one workspace. */
export const Drift = z.object({
  template_id: z.int(),
  template_name: z.string(),
  app: z.string(),
  /** Of its state; "" for applications that keep none. */
  workspace: z.string(),
  status: DriftStatus,
  /** Resources, or hosts of Ansible; outputs are listed, but not counted. */
  count: z.int(),
  /** At most 200. */
  items: z.array(DriftItem),
  since: z.string(),
  /** The newest check, or the run after it that changed the status. */
  checked_at: z.string(),
  task_id: z.int().nullable(),
});
export type Drift = z.infer<typeof Drift>;
