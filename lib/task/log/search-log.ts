import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { LogHits } from "@/lib/task/schema";

/** Hits before and from the line that an answer is gathered around. */
const HITS_EACH_WAY = 500;

/** Colour would tear a word apart. */
const COLOURS = String.raw`\x1b\[[0-9;]*[A-Za-z]`;
const ESCAPE = "\x1b";

/** How a line begins that reports an error: as git, Ansible, Terraform, Python, shells and most programs write it. */
const BEGINNINGS = [
  String.raw`\[?(fatal|error|panic|critical|exception)\]?[:!]`,
  String.raw`failed(: \[| \()`,
  String.raw`traceback \(most recent`,
  "[a-z_.]*(error|exception): ",
  String.raw`[^ ]+: line \d+: `,
];

/** A line that reports an error: a regular expression, whatever the case, that means the same here and in Postgres. */
const ERROR_LINE = String.raw`^[ \t│╷|]*(${BEGINNINGS.join("|")})`;

/** `text`: lines that hold it, in whatever case. `errors`: lines that look like the report of an error. */
export type LogSearch = { text: string } | { errors: true };

export type SearchPlace = {
  /** The first line that is looked at, counted from 0. */
  from: number;
  /** The hits next to this line are named; the others only counted. */
  near: number;
};

/**
 * Looks through the whole log chunk by chunk inside Postgres, so that no more than a thousand line numbers leave it.
 * Only the lines of a chunk that has a hit are taken apart.
 */
export async function searchLog(
  db: Db,
  taskId: number,
  search: LogSearch,
  { from, near }: SearchPlace,
): Promise<LogHits> {
  const matches = (text: ReturnType<typeof sql>) =>
    "errors" in search
      ? sql`${text} ~* ${`(?n)${ERROR_LINE}`}`
      : sql`strpos(lower(${text}), lower(${search.text})) > 0`;
  const [found] = await db.execute<LogHits>(sql`
    with chunks as (
      select first_line, case when strpos(text, ${ESCAPE}) > 0
        then regexp_replace(text, ${COLOURS}, '', 'g') else text end as plain
      from log_chunks
      where task_id = ${taskId} and first_line + line_count > ${from}
      offset 0
    ), hits as materialized (
      select line, row_number() over (order by line) - 1 as place
      from chunks, unnest(string_to_array(plain, E'\n')) with ordinality as lines(output, number),
        lateral (select (first_line + number - 1)::int as line) numbered
      where ${matches(sql`plain`)} and ${matches(sql`output`)} and line >= ${from}
    ), middle as (
      select count(*) as place from hits where line < ${near}
    )
    select (select count(*)::int from hits) as count, coalesce(min(hits.place), 0)::int as skipped,
      coalesce(array_agg(line order by line) filter (where line is not null), '{}') as lines,
      (select coalesce(max(first_line + line_count), 0) from log_chunks where task_id = ${taskId}) as until
    from middle
    left join hits on hits.place between middle.place - ${HITS_EACH_WAY} and middle.place + ${HITS_EACH_WAY - 1}`);
  return found ?? { count: 0, skipped: 0, lines: [], until: 0 };
}
