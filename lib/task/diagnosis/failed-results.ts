import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { type ResultEvent, STATE_LETTERS } from "@/lib/protocol/events";
import { readEvents } from "@/lib/task/events/event-lines";

/** A result that no rescue and no setting of the playbook forgave. `line`: where its output begins in the log. */
export type FailedResult = { host: string; step: string; message: string; line: number };

const READ_CHUNKS = 8;
const FAILED = `[${STATE_LETTERS.failed}${STATE_LETTERS.unreachable}]`;

/** The first failed results of a run whose output is in the log. */
export async function readFailedResults(db: Db, taskId: number, limit: number): Promise<FailedResult[]> {
  const chunks = await db.execute<{ text: string }>(sql`
    select text from task_event_chunks where task_id = ${taskId} and states ~ ${FAILED}
    order by first_event limit ${READ_CHUNKS}`);
  const failed = chunks
    .flatMap(readEvents)
    .flatMap((event) => (event.type === "result" && isFailed(event) ? [event] : []));
  const shown = failed.slice(0, limit);
  if (shown.length === 0) return [];
  const numbers = (of: "step" | "host") => sql.param([...new Set(shown.map((result) => result[of]))]);
  const rows = await db.execute<{ of: string; number: number; name: string }>(sql`
    select 'step' as of, number, name from task_steps where task_id = ${taskId} and number = any(${numbers("step")})
    union all
    select 'host', number, name from task_hosts where task_id = ${taskId} and number = any(${numbers("host")})`);
  const names = new Map(rows.map(({ of, number, name }) => [`${of} ${number}`, name]));
  return shown.flatMap(({ host, step, line, ...result }) => {
    if (line === undefined) return [];
    const name = (key: string) => names.get(key) ?? "";
    return [{ host: name(`host ${host}`), step: name(`step ${step}`), message: messageOf(result), line }];
  });
}

const isFailed = ({ state }: Pick<ResultEvent, "state">): boolean => state === "failed" || state === "unreachable";

/** Of a loop, that of its first round that failed. */
const messageOf = ({ message, items = [] }: Pick<ResultEvent, "message" | "items">): string =>
  message ?? items.find(isFailed)?.message ?? "";
