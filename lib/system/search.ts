import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { accessKeys } from "@/db/schema/access-keys";
import { environments } from "@/db/schema/environments";
import { integrations } from "@/db/schema/integrations";
import { inventories } from "@/db/schema/inventories";
import { projectMembers, projects } from "@/db/schema/projects";
import { repositories } from "@/db/schema/repositories";
import { schedules } from "@/db/schema/schedules";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import type { Found, FoundKind } from "@/lib/system/schema";

const MAX_FOUND = 30;
const MAX_WORDS = 6;
/** Shorter words resemble too many others. */
const TYPO_LENGTH = 4;
/** Of a word, what is compared with typos in mind. */
const MAX_TYPO_LENGTH = 16;

type User = { id: number; admin: boolean };

/** What a user's projects contain by this name, or with one typo in a word if nothing has the name; and the task of this number. */
export async function search(db: Db, user: User, text: string): Promise<Found[]> {
  const words = text.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const found = await read(db, user, text, allOf(words.map(contains)));
  if (found.length > 0 || !words.some(mayHaveTypo)) return found;
  return read(db, user, text, allOf(words.map((word) => (mayHaveTypo(word) ? resembles(word) : contains(word)))));
}

const NAMED: [FoundKind, PgTable][] = [
  ["template", templates],
  ["inventory", inventories],
  ["environment", environments],
  ["repository", repositories],
  ["key", accessKeys],
  ["schedule", schedules],
  ["integration", integrations],
];

/** Every table has an index that leads to the rows of a project; others are not read. */
function read(db: Db, { id, admin }: User, text: string, hasName: SQL): Promise<Found[]> {
  const mine = sql`select ${projects.id} from ${projects} where ${admin} or exists (select from ${projectMembers}
    where ${projectMembers.project_id} = ${projects.id} and ${projectMembers.user_id} = ${id})`;
  const parts = [
    sql`select 'project' as kind, id, id as project_id, name from ${projects} where id in (select id from mine) and ${hasName}`,
    ...NAMED.map(
      ([kind, table]) => sql`select ${sql.raw(`'${kind}'`)}, id, project_id, name from ${table}
        where project_id in (select id from mine) and ${hasName}`,
    ),
    sql`select 'task', ${tasks.id}, ${tasks.project_id}, ${templates.name}
      from ${tasks} join ${templates} on ${templates.id} = ${tasks.template_id}
      where ${tasks.id} = ${numberIn(text)} and ${tasks.project_id} in (select id from mine)`,
  ];
  return db.execute<Found>(sql`
    with mine as materialized (${mine}), found as (${sql.join(parts, sql` union all `)})
    select kind, id, project_id, name from found
    order by kind = 'task' desc, lower(name) = lower(${text}) desc, starts_with(lower(name), lower(${text})) desc,
      length(name), lower(name), kind, id
    limit ${MAX_FOUND}`);
}

/** Of a task, such as 12 or #12; -1 if the text is none. */
const numberIn = (text: string): number => Number(/^#?(\d{1,9})$/.exec(text.trim())?.[1] ?? -1);

const allOf = (conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` and `)})`;

const contains = (word: string): SQL => sql`name ilike ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`;

const mayHaveTypo = (word: string): boolean => [...word].length >= TYPO_LENGTH;

const resembles = (word: string): SQL => sql`name ~* ${withOneTypo(word)}`;

/** A regular expression for a word with one letter wrong, missing, too many, or swapped with the next. */
export function withOneTypo(word: string): string {
  const letters = [...word].slice(0, MAX_TYPO_LENGTH).map((letter) => letter.replace(/[^\p{L}\p{N}]/gu, "\\$&"));
  const upTo = (end: number) => letters.slice(0, end).join("");
  const from = (start: number) => letters.slice(start).join("");
  return letters
    .flatMap((letter, at) => [
      `${upTo(at)}.${from(at + 1)}`,
      `${upTo(at)}${from(at + 1)}`,
      ...(at > 0 ? [`${upTo(at)}.${from(at)}`, `${upTo(at - 1)}${letter}${letters[at - 1]}${from(at + 1)}`] : []),
    ])
    .join("|");
}
