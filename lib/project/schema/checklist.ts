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
  /** The newest template, which the last step runs. */
  template_id: z.int().nullable(),
  dismissed: z.boolean(),
});
export type Checklist = z.infer<typeof Checklist>;

export type StepState = "open" | "done" | "unneeded";

/** A step may be left out: not every repository needs a key, nor every template an inventory. */
export function stateOf(checklist: Checklist, step: ChecklistStep): StepState {
  if (checklist[step]) return "done";
  const isLeftOut = CHECKLIST_STEPS.slice(CHECKLIST_STEPS.indexOf(step)).some((later) => checklist[later]);
  return isLeftOut ? "unneeded" : "open";
}

export const isChecklistOpen = (checklist: Checklist): boolean => !checklist.dismissed && !checklist.run;
