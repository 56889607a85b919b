import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { databaseClock } from "@/db/clock";
import { repositories } from "@/db/schema/repositories";
import { schedules } from "@/db/schema/schedules";
import { templates } from "@/db/schema/templates";
import type { FinishCheckRequest } from "@/lib/protocol/check";
import { type CheckRow, takeCheck } from "@/lib/repository/check/begin";
import { checkedBranch, isDueCheck } from "@/lib/repository/check/claim";
import { pinHostKeys } from "@/lib/repository/host-keys";
import { alertOfUnstarted } from "@/lib/schedule/alert";
import { switchOff } from "@/lib/schedule/fire";
import { pruneRuns, recordCheck } from "@/lib/schedule/history";
import { nextRun } from "@/lib/schedule/rules/next-run";
import { startRuns } from "@/lib/schedule/start-runs";
import type { ScheduleRow } from "@/lib/schedule/store";
import { log } from "@/lib/settings/log";
import { lockTemplates } from "@/lib/task/start/lock-templates";
import type { TaskRow } from "@/lib/task/transition";

type CheckReport = Omit<FinishCheckRequest, "new_known_hosts">;

/** A runner has looked: every schedule that waits for this branch learns what it saw. Returns the tasks that start. */
export async function finishCheck(
  tx: Db,
  runnerId: number,
  checkId: number,
  { new_known_hosts, ...report }: FinishCheckRequest,
): Promise<TaskRow[]> {
  const check = await takeCheck(tx, runnerId, checkId);
  const waiting = await lockWaiting(tx, check);
  // At once, as where several tasks start together: each then starts alone.
  const starting = waiting.filter(({ schedule }) => hasNews(schedule, report));
  await lockTemplates(
    tx,
    starting.map(({ schedule: { template_id } }) => ({ input: { template_id } })),
  );
  const started: TaskRow[] = [];
  for (const { schedule, ownRepository } of waiting) {
    const task = await settle(tx, schedule, ownRepository, report);
    if (task) started.push(task);
  }
  // Last, because it locks the project.
  await pinCheckedHost(tx, check, new_known_hosts);
  return started;
}

async function pinCheckedHost(tx: Db, { project_id, repository_id }: CheckRow, lines: string): Promise<void> {
  if (lines === "") return;
  const [repository] = await tx
    .select({ url: repositories.git_url })
    .from(repositories)
    .where(eq(repositories.id, repository_id));
  await pinHostKeys(tx, lines, { projectId: project_id, urls: [repository?.url], others: false });
}

type Waiting = {
  schedule: ScheduleRow;
  /** The branch is that of the template's own code, not of something beside it. */
  ownRepository: boolean;
};

const lockWaiting = (tx: Db, { repository_id, branch }: CheckRow): Promise<Waiting[]> =>
  tx
    .select({
      schedule: schedules,
      ownRepository: sql<boolean>`${templates.repository_id} = ${schedules.repository_id}`,
    })
    .from(schedules)
    .innerJoin(templates, eq(templates.id, schedules.template_id))
    .innerJoin(repositories, eq(repositories.id, schedules.repository_id))
    .where(and(isDueCheck, eq(schedules.repository_id, repository_id), eq(checkedBranch, branch)))
    .orderBy(schedules.id)
    .for("update", { of: schedules });

/**
 * The first look only records the head. From then on a commit counts as seen when its task was started: one that could
 * not be started is tried again the next time.
 */
async function settle(
  tx: Db,
  schedule: ScheduleRow,
  ownRepository: boolean,
  report: CheckReport,
): Promise<TaskRow | null> {
  const due = Date.parse(schedule.next_run_at ?? "");
  const next = await nextCheck(tx, schedule, due);
  if (next === "unreadable") return switchOff(tx, schedule);
  const task = await act(tx, schedule, due, ownRepository, report);
  const isSeen = task !== null || schedule.last_commit_hash === null;
  await tx
    .update(schedules)
    .set({ next_run_at: next, active: next !== null, ...(isSeen && { last_commit_hash: report.commit }) })
    .where(eq(schedules.id, schedule.id));
  await pruneRuns(tx, [schedule.id]);
  return task;
}

/** However many instants went by while no runner was there, one look makes up for all of them. */
async function nextCheck(tx: Db, schedule: ScheduleRow, due: number): Promise<string | null | "unreadable"> {
  try {
    const next = nextRun(schedule, await databaseClock(tx), due);
    return next && new Date(next.at).toISOString();
  } catch (error) {
    log.error({ err: error, schedule: schedule.id }, "commit check has no readable time");
    return "unreadable";
  }
}

const hasNews = ({ last_commit_hash: seen }: ScheduleRow, { commit }: Pick<CheckReport, "commit">): boolean =>
  commit !== null && seen !== null && commit !== seen;

async function act(
  tx: Db,
  schedule: ScheduleRow,
  due: number,
  ownRepository: boolean,
  { commit, problem }: CheckReport,
): Promise<TaskRow | null> {
  if (commit === null) {
    const failure = { outcome: "failed", reason: "check_failed", detail: problem } as const;
    await alertOfUnstarted(tx, [{ schedule, due, ...failure }]);
    await recordCheck(tx, schedule.id, due, failure);
    return null;
  }
  if (!hasNews(schedule, { commit })) {
    const reason = schedule.last_commit_hash === null ? "first_look" : null;
    await recordCheck(tx, schedule.id, due, { outcome: "unchanged", reason, detail: commit.slice(0, 10) });
    return null;
  }
  const further = ownRepository ? { commit_hash: commit } : {};
  const [task = null] = await startRuns(tx, [{ schedule, due, further }]);
  return task;
}
