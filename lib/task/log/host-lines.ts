import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { COLOURS, ESCAPE, LINES } from "@/lib/task/log/search-log";
import { WINDOW_LINES, windowEnd } from "@/lib/task/log/section-lines";
import type { HostLines } from "@/lib/task/schema/log-sections";

/** How a result of Ansible begins: `ok: [web1 -> db1] => {`, or a line of the recap. */
const RESULT = String.raw`(ok|changed|skipping|failed|fatal|unreachable|included|rescued|ignored): \[`;
const RECAP = "[^ ]+ +: ok=[0-9]";

/** Where the lines of a result end: at a blank line, a heading, or the next result. */
const BORDER = `^($|${RESULT}|(PLAY|TASK|RUNNING HANDLER) |${RECAP})`;

/** Finds the lines of a host's results from `from` on, in a limited part of the log. */
export async function hostLines(db: Db, taskId: number, host: string, from: number): Promise<HostLines> {
  const [found] = await db.execute<HostLines & { border: number | null }>(sql`
    with lines as (
      select first_line + number - 1 as line, output from log_chunks, lateral (
        select case when strpos(text, ${ESCAPE}) > 0 then regexp_replace(text, ${COLOURS}, '', 'g') else text end as plain
      ) stripped, unnest(${LINES}) with ordinality as split(output, number)
      where task_id = ${taskId} and first_line + line_count > ${from} and first_line < ${windowEnd(from)}
        and first_line + number - 1 >= ${from}
    ), borders as (
      select line, lead(line) over (order by line) as next, strpos(output, ${host}) > 0 and case
          when output ~ ${`^${RESULT}`} then ${host} = split_part(translate(split_part(output, '[', 2), ']', ' '), ' ', 1)
          else ${host} = split_part(output, ' ', 1) and output ~ ${`^${RECAP}`} end as is_host
      from lines where output ~ ${BORDER}
    ), total as (
      select coalesce(max(line) + 1, ${from})::int as until from lines
    )
    select until, (select max(line)::int from borders) as border,
      coalesce((select json_agg(json_build_object('first', line, 'last', coalesce(next, until) - 1) order by line)
        from borders where is_host), '[]') as lines
    from total`);
  if (!found) return { lines: [], until: from };
  const { lines, until, border } = found;
  // The last result may go on in the next part, which then begins with it.
  if (until - from < WINDOW_LINES || border === null || border <= from) return { lines, until };
  return { lines: lines.filter(({ first }) => first < border), until: border };
}
