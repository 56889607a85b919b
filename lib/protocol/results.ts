/** What a run can leave beside its log. A task names the kinds it has, so that a screen offers only those. */
export const RESULT_KINDS = ["events", "summary", "plan", "tests", "artifacts", "outputs"] as const;
export type ResultKind = (typeof RESULT_KINDS)[number];
