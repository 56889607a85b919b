import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { toRfc3339 } from "@/db/columns";
import type { templates } from "@/db/schema/templates";
import type { users } from "@/db/schema/users";
import { Task, type TaskWithTpl } from "@/lib/queue/schema";

/** The table or an alias of it. */
type TaskTable = Record<keyof Task, PgColumn>;
type TemplateTable = Pick<typeof templates, "playbook" | "name" | "type" | "app">;

const STORED = Task.omit({ secret: true }).keyof().options;

const pairs = (table: TaskTable): SQL[] => [
  ...STORED.map((name) => sql`${sql.raw(`'${name}'`)}, ${table[name]}`),
  sql`'secret', ''`,
];

const object = <Value>(parts: SQL[]): SQL<Value> => sql`json_build_object(${sql.join(parts, sql`, `)})`;

/**
 * A task with its template, author and build as one JSON value: for a list of hundreds, building it costs Postgres
 * less than mapping the columns costs the driver. Pass the result through `presentTask` to convert its instants.
 */
export const taskWithTplJson = (
  task: TaskTable,
  from: { template: TemplateTable; user: Pick<typeof users, "name">; build: TaskTable },
): SQL<TaskWithTpl> =>
  object<TaskWithTpl>([
    ...pairs(task),
    sql`'tpl_playbook', ${from.template.playbook}`,
    sql`'tpl_alias', ${from.template.name}`,
    sql`'tpl_type', ${from.template.type}`,
    sql`'tpl_app', ${from.template.app}`,
    sql`'user_name', ${from.user.name}`,
    sql`'build_task', case when ${from.build.id} is not null then ${object(pairs(from.build))} end`,
  ]);

/**
 * Converts the instants of a row just read to the API's format. In place: copying long lists costs more than reading
 * them.
 */
export function presentTask(task: TaskWithTpl): TaskWithTpl {
  presentInstants(task);
  if (task.build_task) presentInstants(task.build_task);
  return task;
}

function presentInstants(task: Task): void {
  task.created = toRfc3339(task.created);
  task.start = task.start && toRfc3339(task.start);
  task.end = task.end && toRfc3339(task.end);
}
