import type { ErrorKey } from "@/lib/operation/errors";
import { appFamily, CHANGING_STAGES } from "@/lib/protocol/app";
import type { DriftReport, DriftStatus } from "@/lib/protocol/drift";
import type { TaskReason } from "@/lib/protocol/reasons";
import type { TaskStatus } from "@/lib/protocol/status";

/** Why a template cannot be checked for drift; null: it can. Scripts can't tell what they would change. */
export function checkProblem({ app, type }: { app: string; type: string }): ErrorKey | null {
  if (appFamily(app) === "shell") return "checkNotForThisApp";
  return type === "build" ? "checkNotForBuilds" : null;
}

/** What an ended task says about its template. `forget`: what was known no longer holds, and nothing else is known. */
export type Finding = "forget" | (Pick<DriftReport, "count" | "items"> & { status: DriftStatus });

type EndedTask = {
  status: TaskStatus;
  reason: TaskReason | null;
  start: string | null;
  drift_check: boolean;
  drift: DriftReport | null;
  dry_run: boolean;
  limit: string;
  playbook: string;
  arguments: string | null;
  git_branch: string | null;
  environment_id: number | null;
  params: {
    plan?: boolean | undefined;
    destroy?: boolean | undefined;
    tags?: string | undefined;
    skip_tags?: string | undefined;
  };
  stages: readonly { name: string }[];
  snapshot: { template: { app: string; type: string }; commit_chosen?: boolean };
};

const bare = (status: DriftStatus): Finding => ({ status, count: 0, items: [] });

/** Null: it says nothing, as one that was stopped. */
export const findingOf = (task: EndedTask): Finding | null => (task.drift_check ? ofCheck(task) : ofRun(task));

function ofCheck({ status, reason, drift }: EndedTask): Finding | null {
  if (status === "stopped") return null;
  // A check whose report did not arrive, or that reached no host, has found nothing out.
  if (status !== "success" || reason === "no_hosts" || !drift) return bare("unknown");
  const { drifted, count, items } = drift;
  return { status: drifted ? "drifted" : "in_sync", count, items };
}

function ofRun(task: EndedTask): Finding | null {
  const { status, reason, start, params } = task;
  if (start === null || params.plan || task.dry_run || checkProblem(task.snapshot.template)) return null;
  // Whatever it has changed before it failed, or was stopped.
  if (status === "error" || (status === "stopped" && hasBegunToChange(task))) return bare("unknown");
  if (status !== "success" || reason === "no_hosts") return null;
  if (params.destroy) return "forget";
  return isWhole(task) ? bare("in_sync") : null;
}

const hasBegunToChange = ({ stages }: EndedTask) => stages.some(({ name }) => CHANGING_STAGES.has(name));

/** It did all that the template does, so that nothing is left to reconcile. */
function isWhole({ limit, params, ...task }: EndedTask): boolean {
  const isOtherCode = task.playbook !== "" || task.git_branch !== null || task.snapshot.commit_chosen === true;
  const isOther = isOtherCode || task.arguments !== null || task.environment_id !== null;
  return !isOther && limit === "" && !params.tags && !params.skip_tags;
}

/**
 * People hear of changes only. A run that failed has an alert of its own, and a first check without findings is no
 * change.
 */
export function isWorthAlert(
  { drift_check }: Pick<EndedTask, "drift_check">,
  before: DriftStatus | null,
  now: DriftStatus,
): boolean {
  if (before === now) return false;
  if (now === "unknown") return drift_check;
  return before !== null || now === "drifted";
}
