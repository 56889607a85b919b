import { z } from "zod";

/** The first steps of a project, in their order. */
export const CHECKLIST_STEPS = ["key", "repository", "inventory", "template", "run"] as const;
export type ChecklistStep = (typeof CHECKLIST_STEPS)[number];

/** Which steps are done; `dismissed`: the caller doesn't want to see them. */
export const Checklist = z.object({
  key: z.boolean(),
  repository: z.boolean(),
  inventory: z.boolean(),
  template: z.boolean(),
  run: z.boolean(),
  dismissed: z.boolean(),
});
export type Checklist = z.infer<typeof Checklist>;

/** A step may be left out: not every repository needs a key, nor every template an inventory. */
export const isDone = (checklist: Checklist, step: ChecklistStep): boolean =>
  CHECKLIST_STEPS.slice(CHECKLIST_STEPS.indexOf(step)).some((later) => checklist[later]);

export const isChecklistOpen = (checklist: Checklist): boolean => !checklist.dismissed && !checklist.run;
