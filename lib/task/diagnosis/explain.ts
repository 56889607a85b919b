import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { taskTests } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { users } from "@/db/schema/users";
import { workflowNodes, workflowRuns } from "@/db/schema/workflows";
import { toAppError } from "@/lib/operation/errors";
import type { Cause, Failure } from "@/lib/protocol/failure";
import { chunkLines, type LogChunk } from "@/lib/protocol/log";
import { GIVEN_UP_REASONS, type TaskReason } from "@/lib/protocol/reasons";
import { log } from "@/lib/settings/log";
import { diagnose } from "@/lib/task/diagnosis/diagnose";
import { readFailedResults } from "@/lib/task/diagnosis/failed-results";
import { ERROR_STARTS } from "@/lib/task/diagnosis/passages";
import { ERROR_LINE } from "@/lib/task/log/search-log";
import { isRun, type TaskRow } from "@/lib/task/transition";
import { failedNodes } from "@/lib/workflow/rules/decide";

/** Stores why tasks failed, as their results, logs and nodes tell, and returns them with it. `exitCode` is their program's. */
export async function explainFailures(tx: Db, ended: readonly TaskRow[], exitCode: number | null): Promise<TaskRow[]> {
  const explained: TaskRow[] = [];
  for (const task of ended) explained.push(isExplained(task) ? await explain(tx, task, exitCode) : task);
  return explained;
}

/** A task ends also if its end cannot be explained. */
async function explain(tx: Db, task: TaskRow, exitCode: number | null): Promise<TaskRow> {
  try {
    return await tx.transaction(async (savepoint) => {
      const failure = await readFailure(savepoint, task, exitCode);
      if (!failure) return task;
      await savepoint.update(tasks).set({ failure }).where(eq(tasks.id, task.id));
      return { ...task, failure };
    });
  } catch (error) {
    if (toAppError(error).code === "unavailable") throw error;
    log.error({ err: error, task: task.id }, "the failure of a task cannot be explained");
    return task;
  }
}

const readFailure = (tx: Db, task: TaskRow, exitCode: number | null): Promise<Failure | null> =>
  isRun(task) ? nameFailedNodes(tx, task.id) : readLog(tx, task, exitCode);

const NAMED_NODES = 5;

/** The nodes for which the run of a workflow failed, by name; and who decided, if all of them are approvals. */
async function nameFailedNodes(tx: Db, taskId: number): Promise<Failure | null> {
  const { graph } = workflowRuns;
  const { key, status, reason, note, end: at } = workflowNodes;
  const by = sql<string | null>`coalesce(${users.name}, ${workflowNodes.decided_by_name})`;
  const [run] = await tx.select({ graph }).from(workflowRuns).where(eq(workflowRuns.task_id, taskId));
  const nodes = await tx
    .select({ key, status, code: sql<string | null>`${reason} ->> 'code'`, note, at, by })
    .from(workflowNodes)
    .leftJoin(users, eq(users.id, workflowNodes.decided_by_id))
    .where(eq(workflowNodes.task_id, taskId));
  const failed = run ? failedNodes(run.graph, new Map(nodes.map((node) => [node.key, node.status]))) : [];
  if (failed.length === 0) return null;
  const names = failed.slice(0, NAMED_NODES).map(({ name, key }) => name || key);
  const states = failed.flatMap((one) => nodes.find((node) => node.key === one.key) ?? []);
  return { ...causeOf(states), subject: listOf(names, failed.length), lines: [] };
}

type Ended = { code: string | null } & NonNullable<Failure["rejected"]>;

function causeOf(failed: readonly Ended[]): Pick<Failure, "cause" | "rejected"> {
  const all = (code: string) => failed.every((node) => node.code === code);
  const [first] = failed;
  if (first && all("rejected")) {
    const { by, at, note } = first;
    return { cause: "approval_rejected", rejected: { by, at, note } };
  }
  return { cause: all("deadline") ? "approval_expired" : "node_failed" };
}

/** The first names of so many. */
const listOf = (names: string[], count: number): string =>
  [...names, ...(count > names.length ? ["…"] : [])].join(", ");

async function readLog(tx: Db, task: TaskRow, exit_code: number | null): Promise<Failure | null> {
  const { id, snapshot, reason } = task;
  const { app } = snapshot.template;
  const chunks = await readTellingChunks(tx, id, ERROR_STARTS.get(app));
  const lines = chunks.flatMap(chunkLines);
  if (lines.length === 0) return null;
  const results = task.results.includes("events") ? await readFailedResults(tx, id, FAILED_RESULTS) : undefined;
  const tests = task.results.includes("tests") ? await nameFailedTests(tx, id) : "";
  const program = task.stages?.at(-1)?.first_line ?? 0;
  const failure = diagnose({ app, exit_code, lines, results, tests, program });
  if (reason !== null && GENERAL_REASONS.has(reason)) return failure;
  return { ...failure, cause: (reason && CAUSES_BY_REASON[reason]) ?? null, subject: "" };
}

const NAMED_TESTS = 3;

/** The first failed tests of a run; "" if none failed. */
async function nameFailedTests(tx: Db, taskId: number): Promise<string> {
  const [row] = await tx.execute<{ names: string[]; failed: number }>(sql`
    select (report ->> 'failed')::int as failed,
      array(select test ->> 'name' from jsonb_path_query(report, '$.tests[0 to ${sql.raw(String(NAMED_TESTS - 1))}] ? (@.state == "failed")') test) as names
    from ${taskTests} where ${taskTests.task_id} = ${taskId}`);
  if (!row) return "";
  return listOf(row.names, row.failed);
}

/** The log may tell more; all others are causes themselves. */
const GENERAL_REASONS: ReadonlySet<TaskReason> = new Set([
  "exit_code",
  "git_failed",
  "workspace_failed",
  "settings_invalid",
  "repository_invalid",
  "key_invalid",
  "state_failed",
  "tool_failed",
]);
const CAUSES_BY_REASON: Partial<Record<TaskReason, Cause>> = { timed_out: "time_limit", state_locked: "state_locked" };

/** A runner that vanished could not write why. */
const isExplained = ({ status, start, reason }: TaskRow): boolean =>
  status === "error" && start !== null && (reason === null || !GIVEN_UP_REASONS.has(reason));

/** As many as screens show. */
const FAILED_RESULTS = 6;
/** At most 64 KiB each: of a longer log the beginning is not searched. */
const SEARCHED_CHUNKS = 200;
const READ_CHUNKS = 12;
/** Together they hold the last lines, even if the last chunk has one line only. */
const LAST_CHUNKS = 3;

/** The chunks in which an error starts, the first ones of them, and the last chunks of the log. */
function readTellingChunks(tx: Db, taskId: number, errorStart: string | undefined): Promise<LogChunk[]> {
  const starts =
    errorStart === undefined ? sql`text ~ ${`(?n)${ERROR_LINE}`}` : sql`text ~ ${inDecoration(errorStart)}`;
  return tx.execute<LogChunk>(sql`
    with searched as materialized (
      select first_line, time, offsets, text, row_number() over (order by first_line desc) as from_end
      from log_chunks where task_id = ${taskId} order by first_line desc limit ${SEARCHED_CHUNKS}
    ), telling as (
      (select * from searched where from_end > ${LAST_CHUNKS} and ${starts} order by first_line limit ${READ_CHUNKS})
      union all select * from searched where from_end <= ${LAST_CHUNKS})
    select first_line, time, offsets, text from telling order by first_line`);
}

/** Colours and Terraform's frame may stand before it. */
const inDecoration = (start: string): string => `(?n)${start.replace("^", String.raw`^[│ ]*(\x1b\[[0-9;]*m[│ ]*)*`)}`;
