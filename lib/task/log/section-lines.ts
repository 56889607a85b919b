import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { MAX_INT } from "@/lib/operation/id";
import { COLOURS, ESCAPE } from "@/lib/task/log/search-log";
import type { LogSections, SectionMark } from "@/lib/task/schema/log-sections";

/** Lines looked through by one call. */
export const WINDOW_LINES = 50_000;
/** The first line after the part that begins at `from`. */
export const windowEnd = (from: number): number => Math.min(from + WINDOW_LINES, MAX_INT);

const MAX_MARKS = 5_000;
const MAX_TITLE = 300;

/** How a section begins or ends: Ansible's headings, and the group commands of GitHub Actions and Azure Pipelines. */
const MARK = String.raw`^(PLAY \[|PLAY RECAP |TASK \[|RUNNING HANDLER \[|(::|##\[)(end)?group(::|\]))`;

/**
 * Finds the lines from `from` on at which sections begin and end, in a limited part of the log. Chunks without any are
 * never split into lines.
 */
export async function sectionLines(db: Db, taskId: number, from: number): Promise<LogSections> {
  const rows = await db.execute<{ line: number | null; time: number | null; output: string | null; until: number }>(sql`
    with chunks as (
      select first_line, time, offsets, line_count, case when strpos(text, ${ESCAPE}) > 0
        then regexp_replace(text, ${COLOURS}, '', 'g') else text end as plain
      from log_chunks
      where task_id = ${taskId} and first_line + line_count > ${from} and first_line < ${windowEnd(from)}
      offset 0
    ), marks as (
      select first_line + number - 1 as line, left(output, ${MAX_TITLE}) as output,
        (extract(epoch from time) * 1000 + offsets[number])::float8 as time
      from chunks, unnest(string_to_array(plain, E'\n')) with ordinality as lines(output, number)
      where plain ~ ${`(?n)${MARK}`} and output ~ ${MARK} and first_line + number - 1 >= ${from}
      order by line limit ${MAX_MARKS}
    )
    select marks.line::int, marks.output, marks.time,
      (select coalesce(max(first_line + line_count), ${from})::int from chunks) as until
    from (select 1) one left join marks on true order by line`);
  const marks = rows.flatMap(({ line, time, output }) =>
    line === null || time === null || output === null ? [] : [markOf(line, time, output)],
  );
  const last = marks.at(-1);
  const isFull = marks.length === MAX_MARKS && last !== undefined;
  return { marks, until: isFull ? last.line + 1 : (rows[0]?.until ?? from) };
}

function markOf(line: number, time: number, output: string): SectionMark {
  const [, end, title = ""] = /^(?:::|##\[)(end)?group(?:::|\])(.*)/.exec(output) ?? [];
  const at = { line, time: new Date(time).toISOString() };
  if (end) return { ...at, kind: "end", title: "" };
  if (/^[:#]/.test(output)) return { ...at, kind: "group", title: title.trim() };
  return { ...at, kind: output.startsWith("PLAY ") ? "play" : "task", title: output.replace(/[\s*]+$/, "") };
}
