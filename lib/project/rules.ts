import type { Checklist } from "@/lib/project/schema";

/** The first steps of a project, in their order. */
export const CHECKLIST_STEPS = ["key", "repository", "inventory", "template", "run"] as const;
export type ChecklistStep = (typeof CHECKLIST_STEPS)[number];

export type StepState = "open" | "done" | "unneeded";

/** A step may be left out: not every repository needs a key, nor every template an inventory. */
export function stateOf(checklist: Checklist, step: ChecklistStep): StepState {
  if (checklist[step]) return "done";
  const isLeftOut = CHECKLIST_STEPS.slice(CHECKLIST_STEPS.indexOf(step)).some((later) => checklist[later]);
  return isLeftOut ? "unneeded" : "open";
}

/** Until the first run, or until the user dismisses it. */
export function isChecklistOpen(checklist: Checklist): boolean {
  return !checklist.dismissed && !checklist.run;
}
