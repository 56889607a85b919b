import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { type ResultEvent, STATE_LETTERS } from "@/lib/protocol/events";
import { readEvents } from "@/lib/task/events/event-lines";

/** A result that no rescue and no setting of the playbook forgave. */
export type FailedResult = {
  host: string;
  step: string;
  /** File and line of the step in the code; "": not known. */
  place: string;
  message: string;
  /** Exit code of its command, or of the module; null: it reported none. */
  exit_code: number | null;
  /** Where its output begins in the log; null: it is not in there. */
  line: number | null;
};

const READ_CHUNKS = 8;
const FAILED = `[${STATE_LETTERS.failed}${STATE_LETTERS.unreachable}]`;

/** The first failed results of a run. */
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
  const rows = await db.execute<Named>(sql`
    select 'step' as of, number, name, file, file_line from task_steps where task_id = ${taskId} and number = any(${numbers("step")})
    union all
    select 'host', number, name, '', 0 from task_hosts where task_id = ${taskId} and number = any(${numbers("host")})`);
  const known = new Map(rows.map((row) => [`${row.of} ${row.number}`, row]));
  return shown.map(({ host, step, line, ...result }) => {
    const { name = "", file = "", file_line } = known.get(`step ${step}`) ?? {};
    return {
      host: known.get(`host ${host}`)?.name ?? "",
      step: name,
      place: file === "" ? "" : `${file}:${file_line}`,
      ...detailsOf(result),
      line: line ?? null,
    };
  });
}

type Named = { of: string; number: number; name: string; file: string; file_line: number };

const isFailed = ({ state }: Pick<ResultEvent, "state">): boolean => state === "failed" || state === "unreachable";

/** Message and exit code; for a loop, those of its first round that failed. */
function detailsOf(result: Pick<ResultEvent, "message" | "exit_code" | "items">) {
  const { message = "", exit_code = null } = result.items?.find(isFailed) ?? result;
  return { message, exit_code };
}
