import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { accessKeys } from "@/db/schema/access-keys";
import { environments } from "@/db/schema/environments";
import { integrations } from "@/db/schema/integrations";
import { inventories } from "@/db/schema/inventories";
import { projectMembers, projects } from "@/db/schema/projects";
import { repositories } from "@/db/schema/repositories";
import { runners } from "@/db/schema/runners";
import { schedules } from "@/db/schema/schedules";
import { isUnfinished, tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import { can, permissionsOf, type Role, rolesWith } from "@/lib/access/roles";
import { mayHaveTypo, withOneTypo } from "@/lib/system/rules";
import type { Found, FoundKind } from "@/lib/system/schema";
import { type AskingTemplate, asksFirst } from "@/lib/template/rules/launch";

const MAX_FOUND = 30;
const MAX_WORDS = 6;

/** Limit of the tasks that have not ended. */
const MAX_ACTIVE = 10;

type User = { id: number; admin: boolean };

/** `active`: adds the newest tasks that have not ended, of any name. */
type Question = { text: string; active: boolean };

/** What a user's projects, their teams and runners have by this name, or with one typo in a word if nothing has the name; and the task of this number. */
export async function search(db: Db, user: User, { text, active }: Question): Promise<Found[]> {
  const words = text.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const find = (name: SQL) => read(db, user, { text, name, activeName: active ? sql`true` : name });
  const found = await find(allOf(words.map(contains)));
  if (found.length > 0 || !words.some(mayHaveTypo)) return found;
  return find(allOf(words.map((word) => (mayHaveTypo(word) ? resembles(word) : contains(word)))));
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

/** Conditions on a column `name`. */
type Condition = { text: string; name: SQL; activeName: SQL };

/** Every table has an index that leads to the rows of a project; others are not read. */
async function read(db: Db, user: User, { text, name, activeName }: Condition): Promise<Found[]> {
  const number = numberIn(text);
  const mine = sql`select ${projects.id}, ${projectMembers.role} from ${projects} left join ${projectMembers}
    on ${projectMembers.project_id} = ${projects.id} and ${projectMembers.user_id} = ${user.id}
    where ${user.admin} or ${projectMembers.role} is not null`;
  const task = sql`select 'task' as kind, ${tasks.id}, ${tasks.project_id}, ${templates.name}
    from ${tasks} join ${templates} on ${templates.id} = ${tasks.template_id}
    where ${tasks.project_id} in (select id from mine)`;
  const parts = [
    sql`select 'project' as kind, id, id as project_id, name from ${projects} where id in (select id from mine) and ${name}`,
    ...NAMED.map(
      ([kind, table]) => sql`select ${sql.raw(`'${kind}'`)}, id, project_id, name from ${table}
        where project_id in (select id from mine) and ${name}`,
    ),
    people(user, name),
    sql`select 'runner', id, project_id, name from ${runners} where ${name}
      and (${user.admin} or project_id in (select id from mine where role = any(${sql.param(MANAGERS)})))`,
    sql`${task} and ${tasks.id} = ${number}`,
    sql`(${task} and ${isUnfinished} and ${tasks.parent_task_id} is null and ${tasks.id} <> ${number} and ${activeName}
      order by ${tasks.status} = 'waiting_confirmation' desc, ${tasks.id} desc limit ${MAX_ACTIVE})`,
  ];
  const rows = await db.execute<Row>(sql`
    with mine as materialized (${mine}), found as (${sql.join(parts, sql` union all `)}), best as (
      select *, row_number() over (order by id = ${number} and kind = 'task' desc, lower(name) = lower(${text}) desc,
        starts_with(lower(name), lower(${text})) desc, length(name), lower(name), kind, id) as place from found
      order by place limit ${MAX_FOUND})
    select best.kind, best.id, best.project_id, best.name, mine.role, to_jsonb(template) as template,
      ${isUnfinished} and ${tasks.status} <> 'stopping' as active,
      ${tasks.status} = 'waiting_confirmation' as asks
    from best left join mine on mine.id = best.project_id
    left join ${tasks} on best.kind = 'task' and ${tasks.id} = best.id
    left join lateral (select ${templates.app}, ${templates.type}, ${templates.launch}, ${templates.survey_vars}, ${templates.always_ask}
      from ${templates} where best.kind = 'template' and ${templates.id} = best.id) template on true
    order by place`);
  return rows.map((row) => present(row, user));
}

type Row = Pick<Found, "kind" | "id" | "project_id" | "name"> & {
  role: Role | null;
  template: (AskingTemplate & Pick<NonNullable<Found["start"]>, "type">) | null;
  active: boolean | null;
  /** For a plan to be confirmed. */
  asks: boolean | null;
};

/** Roles that see a project's runners. */
const MANAGERS = rolesWith("manageResources");

/** Each once, also by the login name: administrators find all users, others the members of their projects. */
const people = ({ admin }: User, name: SQL): SQL =>
  admin
    ? sql`select 'user', id, null, full_name from
        (select ${users.id}, ${users.name} as full_name, ${users.name} || ' ' || ${users.username} as name from ${users}) person
        where ${name}`
    : sql`select 'user', id, min(project_id), min(full_name) from
        (select ${users.id}, ${projectMembers.project_id}, ${users.name} as full_name, ${users.name} || ' ' || ${users.username} as name
        from ${projectMembers} join ${users} on ${users.id} = ${projectMembers.user_id}
        where ${projectMembers.project_id} in (select id from mine)) person where ${name} group by id`;

/** With what the user may do with it. */
function present({ kind, id, project_id, name, role, template, active, asks: decides }: Row, { admin }: User): Found {
  const who = { admin, permissions: permissionsOf(role) };
  const found = { kind, id, project_id, name };
  if (!can(who, "runTasks")) return found;
  if (active) return { ...found, stoppable: true, ...(decides && { decidable: true }) };
  if (!template) return found;
  const { app, type } = template;
  const asks = asksFirst(template, { mayManage: can(who, "manageResources") });
  return { ...found, start: { app, type, asks, permissions: who.permissions } };
}

/** Number of a task, such as 12 or #12; -1 if the text is none. */
const numberIn = (text: string): number => Number(/^#?(\d{1,9})$/.exec(text.trim())?.[1] ?? -1);

const allOf = (conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` and `)})`;

const contains = (word: string): SQL => sql`name ilike ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`;

/** From the beginning of a word: inside of words, a typo resembles too much. */
const resembles = (word: string): SQL => sql`name ~* ${`(^|[^[:alnum:]])(${withOneTypo(word)})`}`;
