import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { SQLSTATE } from "@/db/sqlstate";
import { AppError, databaseCode, invalid } from "@/lib/operation/errors";
import type { LogHits } from "@/lib/task/schema";

/** Hits returned before, and from, the reference line. */
const HITS_EACH_WAY = 500;

/** Colour codes could split a word. */
export const COLOURS = String.raw`\x1b\[[0-9;]*[A-Za-z]`;
export const ESCAPE = "\x1b";

/** The lines of a chunk; of an empty text, string_to_array would make none. */
export const LINES = sql.raw(String.raw`case when plain = '' then '{""}' else string_to_array(plain, E'\n') end`);

/** A word as it begins a line: error, Error or ERROR. */
const cased = (word: string): string => `${word}|${word.charAt(0).toUpperCase()}${word.slice(1)}|${word.toUpperCase()}`;
const LEVELS = ["fatal", "error", "panic", "critical", "exception"];
const LEVEL = `(${LEVELS.map(cased).join("|")})`;

/** How an error line begins in git, Ansible, Terraform, Python, shells and most programs. */
const BEGINNINGS = [
  `${LEVEL}[:!]`,
  String.raw`\[${LEVEL}\]`,
  // A sentence may begin with the same word in small letters.
  `(${LEVELS.join("|").toUpperCase()})( |$)`,
  String.raw`(${cased("failed")})(: \[| \()`,
  String.raw`(${cased("traceback")}) \(most recent`,
  "[A-Za-z_.]*([Ee]rror|ERROR|[Ee]xception|EXCEPTION): ",
  String.raw`[^ ]+: line \d+: `,
];

/** A regular expression for an error line; equivalent in JavaScript and Postgres. */
export const ERROR_LINE = String.raw`^[ \t│╷|]*(${BEGINNINGS.join("|")})`;

/** `text`: lines that contain it, or match it as a regular expression. `errors`: lines that look like errors. */
export type LogSearch = { text: string; isExact: boolean; isPattern: boolean } | { errors: true };

/** How long a regular expression may take: one with a lot of backtracking could take hours. */
const PATTERN_MS = 1000;

/** Would match other lines in a whole chunk than in its lines one by one. */
const NEEDS_SINGLE_LINES = /\(\?|\\[AZn]|^\*\*\*/;

export type SearchPlace = {
  /** The first line to search, counted from 0. */
  from: number;
  /** Line numbers of the hits next to this line are returned; the others are only counted. */
  near: number;
};

/**
 * Searches the log chunk by chunk inside Postgres and returns at most a thousand line numbers. Only chunks with a hit
 * are split into lines. People's regular expressions are evaluated only there, where they can be interrupted.
 */
export async function searchLog(db: Db, taskId: number, search: LogSearch, place: SearchPlace): Promise<LogHits> {
  if ("errors" in search || !search.isPattern) return findLines(db, taskId, search, place);
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${PATTERN_MS}`));
      return await findLines(tx, taskId, search, place);
    });
  } catch (error) {
    const code = databaseCode(error);
    if (code === SQLSTATE.invalidRegularExpression) throw invalid("search", "patternInvalid");
    if (code !== SQLSTATE.queryCanceled) throw error;
    throw new AppError("invalid", { issues: [{ path: "search", key: "patternSlow" }], extra: { slow: true } });
  }
}

/** The condition for the text of a chunk, which has several lines, or of one line. */
function matches(search: LogSearch, text: SQL, of: "chunk" | "line"): SQL {
  if ("errors" in search) return sql`${text} ~ ${`(?n)${ERROR_LINE}`}`;
  const { text: wanted, isExact, isPattern } = search;
  if (!isPattern && isExact) return sql`strpos(${text}, ${wanted}) > 0`;
  if (!isPattern) return sql`strpos(lower(${text}), lower(${wanted})) > 0`;
  if (of === "chunk" && NEEDS_SINGLE_LINES.test(wanted)) return sql`true`;
  return sql`${text} ${sql.raw(isExact ? "~" : "~*")} ${of === "line" ? wanted : `(?n)${wanted}`}`;
}

/** False for a chunk with colours that has no hit: to take them out costs ten times as much as to look past them. */
function mayMatch(search: LogSearch): SQL {
  if ("errors" in search || search.isPattern) return sql`true`;
  const pattern = [...search.text].map(literally).join(`(?:${COLOURS})*`);
  const found = search.isExact ? sql`text ~ ${pattern}` : sql`lower(text) ~ lower(${pattern})`;
  return sql`(strpos(text, ${ESCAPE}) = 0 or ${found})`;
}

/** A character in a regular expression. */
const literally = (character: string): string => character.replace(/[!-/:-@[-`{-~]/, "\\$&");

async function findLines(db: Db, taskId: number, search: LogSearch, { from, near }: SearchPlace): Promise<LogHits> {
  const [found] = await db.execute<LogHits>(sql`
    with chunks as (
      select first_line, case when strpos(text, ${ESCAPE}) > 0
        then regexp_replace(text, ${COLOURS}, '', 'g') else text end as plain
      from log_chunks
      where task_id = ${taskId} and first_line + line_count > ${from} and ${mayMatch(search)}
      offset 0
    ), hits as materialized (
      select line, row_number() over (order by line) - 1 as place
      from chunks, unnest(${LINES}) with ordinality as lines(output, number),
        lateral (select (first_line + number - 1)::int as line) numbered
      where ${matches(search, sql`plain`, "chunk")} and ${matches(search, sql`output`, "line")} and line >= ${from}
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
