import { and, desc, eq, getTableColumns, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { columnsNamed, packed } from "@/db/packed";
import { drifts } from "@/db/schema/drifts";
import { environments } from "@/db/schema/environments";
import { inventories } from "@/db/schema/inventories";
import { repositories } from "@/db/schema/repositories";
import { isAtWork, tasks } from "@/db/schema/tasks";
import { templateEnvironments, templateFavorites, templates, templateVaults } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import { TemplateDrift } from "@/lib/drift/schema";
import { plansFirst } from "@/lib/protocol/app";
import { build, presentTask, stopper, taskRows } from "@/lib/queue/task-rows";
import { launchFlags } from "@/lib/template/rules/launch-flags";
import type { Template } from "@/lib/template/schema";
import type { Vault } from "@/lib/template/schema/vaults";

/** A template lists this many of its newest tasks. */
const RECENT_TASKS = 5;

type ReadLater =
  | ("allow_override_args_in_task" | "allow_override_branch_in_task" | "vaults" | "environment_ids" | "favorite")
  | ("last_task" | "last_task_id" | "current_task" | "drift" | "recent_tasks");
const later: Pick<Template, ReadLater> = {
  allow_override_args_in_task: false,
  allow_override_branch_in_task: false,
  vaults: [],
  environment_ids: [],
  favorite: false,
  last_task: null,
  last_task_id: null,
  current_task: null,
  drift: null,
  recent_tasks: [],
};
const templateRow = packed(getTableColumns(templates), later);
const driftRow = packed(columnsNamed(drifts, TemplateDrift.keyof().options));

/** The newest tasks of each template, for a lateral join: as a text, which Postgres writes in half the time of JSON. */
export function recentTasks(db: Db) {
  const lately = db
    .select({ id: tasks.id, status: tasks.status, reason: tasks.reason })
    .from(tasks)
    .where(eq(tasks.template_id, templates.id))
    .orderBy(desc(tasks.id))
    .limit(RECENT_TASKS)
    .as("lately");
  return db
    .select({
      list: sql`string_agg(concat_ws(',', ${lately.id}, ${lately.status}, ${lately.reason}), ' ' order by ${lately.id} desc)`
        .mapWith(parseRecent)
        .as("recent"),
    })
    .from(lately)
    .as("recent");
}

function parseRecent(text: string): Template["recent_tasks"] {
  return text.split(" ").map((task) => {
    const [id, status, reason = null] = task.split(",");
    // Values of the columns above.
    return { id: Number(id), status, reason } as Template["recent_tasks"][number];
  });
}

/** The worst of what was found for each template, for a lateral join. */
export const worstDrift = (db: Db) =>
  db
    .select({ worst: driftRow.as("worst") })
    .from(drifts)
    .where(eq(drifts.template_id, templates.id))
    .orderBy(sql`array_position(array['drifted', 'unknown', 'in_sync'], ${drifts.status})`, drifts.workspace)
    .limit(1)
    .as("drift");

export const isFavorite = (userId: number | Placeholder | null) =>
  sql<boolean>`exists (select from ${templateFavorites}
    where ${templateFavorites.template_id} = ${templates.id} and ${templateFavorites.user_id} = ${userId})`;

/** The newest task of each template, or the newest of some of them, for a lateral join. */
export const newestTask = <Task, Build>(db: Db, name: string, rows: { task: SQL<Task>; build: SQL<Build> }, of?: SQL) =>
  db
    .select({ task: rows.task.as(`${name}_task`), build: rows.build.as(`${name}_build`) })
    .from(tasks)
    .leftJoin(users, eq(users.id, tasks.user_id))
    .leftJoin(stopper, eq(stopper.id, tasks.stopped_by_id))
    .leftJoin(build, eq(build.id, tasks.build_task_id))
    .where(and(eq(tasks.template_id, templates.id), of))
    .orderBy(desc(tasks.id))
    .limit(1)
    .as(name);

/** One statement, whatever the number of templates: vaults and the tasks come as JSON beside each row. */
export function selectTemplates(db: Db, userId: number | Placeholder | null) {
  const last = newestTask(db, "last", taskRows);
  const current = newestTask(db, "current", taskRows, isAtWork);
  const recent = recentTasks(db);
  const vaults = db
    .select({
      list: sql<Vault[] | null>`json_agg(json_build_object(
        'id', ${templateVaults.id}, 'project_id', ${templateVaults.project_id},
        'template_id', ${templateVaults.template_id}, 'type', ${templateVaults.type},
        'vault_key_id', ${templateVaults.vault_key_id}, 'script', ${templateVaults.script},
        'name', ${templateVaults.name}) order by ${templateVaults.id})`.as("list"),
    })
    .from(templateVaults)
    .where(eq(templateVaults.template_id, templates.id))
    .as("vaults");
  const further = db
    .select({
      list: sql<number[] | null>`json_agg(${templateEnvironments.environment_id}
        order by ${templateEnvironments.position})`.as("further"),
    })
    .from(templateEnvironments)
    .where(eq(templateEnvironments.template_id, templates.id))
    .as("further");
  const drift = worstDrift(db);
  return db
    .select({
      template: templateRow,
      vaults: vaults.list,
      further: further.list,
      task: last.task,
      build: last.build,
      current: current.task,
      current_build: current.build,
      drift: drift.worst,
      recent: recent.list,
      favorite: isFavorite(userId),
    })
    .from(templates)
    .leftJoin(inventories, eq(inventories.id, templates.inventory_id))
    .leftJoin(environments, eq(environments.id, templates.environment_id))
    .leftJoin(repositories, eq(repositories.id, templates.repository_id))
    .leftJoinLateral(vaults, sql`true`)
    .leftJoinLateral(further, sql`true`)
    .leftJoinLateral(last, sql`true`)
    .leftJoinLateral(current, sql`true`)
    .leftJoinLateral(drift, sql`true`)
    .leftJoinLateral(recent, sql`true`)
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectTemplates>>[number];

/** In place: a copy of so many fields costs as much as reading them. */
export function present(row: Row): Template {
  const { template, vaults, further, task, build, current, current_build, drift, recent, favorite } = row;
  const { task_params, ...flags } = launchFlags(template.launch);
  template.allow_override_args_in_task = flags.allow_override_args_in_task;
  template.allow_override_branch_in_task = flags.allow_override_branch_in_task;
  template.task_params = {
    ...task_params,
    ...template.task_params,
    ...(template.auto_approve && plansFirst(template.app) && { auto_approve: true }),
  };
  template.vaults = vaults ?? [];
  template.environment_ids = template.environment_id === null ? [] : [template.environment_id, ...(further ?? [])];
  template.last_task = task && presentTask({ task, build });
  template.last_task_id = task?.id ?? null;
  template.current_task =
    current && current.id !== task?.id ? presentTask({ task: current, build: current_build }) : null;
  template.drift = drift;
  template.recent_tasks = recent ?? [];
  template.favorite = favorite;
  return Object.assign(template, { survey_vars: template.survey_vars.length > 0 ? template.survey_vars : null });
}
