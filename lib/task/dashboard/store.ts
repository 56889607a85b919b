import { and, asc, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { projectMembers, projects } from "@/db/schema/projects";
import { ENDED, isAtWork, isUnfinished, tasks, tellsOf } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import { workflowNodes } from "@/db/schema/workflows";
import { can, permissionsOf } from "@/lib/access/roles";
import { isSeenBy, membershipOf } from "@/lib/project/store";
import type { TaskStatus } from "@/lib/protocol/status";
import type { TaskWithTpl } from "@/lib/queue/schema";
import { presentTask, selectTasks } from "@/lib/queue/task-rows";
import { withReasons } from "@/lib/queue/waiting";
import { lastDays } from "@/lib/task/dashboard/days";
import { errorLine } from "@/lib/task/diagnosis/diagnose";
import { planChecksum } from "@/lib/task/results/plan";
import type { Dashboard, DashboardTask, DayCounts, Overview } from "@/lib/task/schema/dashboard";

const DAYS = 14;
const MAX_ACTIVE = 20;
const MAX_FAILED = 6;
/** Older failures are left to the history. */
const FAILED_WITHIN = sql.raw("interval '7 days'");
const MAX_RECENT = 20;

/** Null for a task that is not the run of a workflow. */
const countedNodes = sql<DashboardTask["nodes"]>`(
  select json_build_object('done', count(*) filter (where ${workflowNodes.status} not in ('pending', 'waiting', 'running')), 'all', count(*))
  from ${workflowNodes} where ${workflowNodes.task_id} = ${tasks.id} having count(*) > 0)`;

const columns = {
  id: tasks.id,
  project_id: tasks.project_id,
  template_id: tasks.template_id,
  tpl_alias: templates.name,
  tpl_app: templates.app,
  tpl_type: templates.type,
  status: tasks.status,
  reason: tasks.reason,
  message: tasks.message,
  user_name: users.name,
  start: tasks.start,
  end: tasks.end,
  drift_check: tasks.drift_check,
  plan: tasks.plan,
  plan_checksum: planChecksum,
  confirm_until: tasks.confirm_until,
  stages: tasks.stages,
  nodes: countedNodes,
  failure: tasks.failure,
};

/** `decidable`: those of them in which the reader may confirm plans. */
type Scope = { ids: number[]; decidable: number[] };

/** What needs attention in these projects, and how many tasks ended each day, in three statements. */
export async function readDashboard(db: Db, scope: Scope, timezone: string): Promise<Dashboard> {
  const days = lastDays(DAYS, Date.now(), timezone);
  const [active, failed, counts] = await Promise.all([
    listActive(db, scope),
    listFailed(db, scope.ids),
    countTasks(db, scope.ids, days),
  ]);
  const countOf = (status: TaskStatus, day: number | null) =>
    counts.find((one) => one.status === status && one.day === day)?.count ?? 0;
  const unfinished = counts.filter(({ day }) => day === null).reduce((sum, { count }) => sum + count, 0);
  const waiting_count = countOf("waiting", null);
  return {
    active,
    active_count: unfinished - waiting_count,
    waiting_count,
    failed,
    days: days.map(
      (start, day): DayCounts => ({
        start,
        success: countOf("success", day),
        error: countOf("error", day),
        stopped: countOf("stopped", day),
      }),
    ),
  };
}

async function listActive(db: Db, { ids, decidable }: Scope): Promise<DashboardTask[]> {
  const mayDecide = and(eq(tasks.status, "waiting_confirmation"), isOneOf(tasks.project_id, decidable));
  const rows = await selectEntries(db)
    .where(and(isOneOf(tasks.project_id, ids), isAtWork, isListed))
    .orderBy(sql`${mayDecide} desc`, asc(tasks.id))
    .limit(MAX_ACTIVE);
  const isDecidable = new Set(decidable);
  return rows.map((row) =>
    presentRow(row, { may_decide: row.status === "waiting_confirmation" && isDecidable.has(row.project_id) }),
  );
}

/** A workflow stands for the tasks that it started, unless one of them waits for a person. */
const isListed = or(isNull(tasks.parent_task_id), eq(tasks.status, "waiting_confirmation"));

async function listFailed(db: Db, projectIds: number[]): Promise<DashboardTask[]> {
  const rows = await selectEntries(db)
    .where(sql`${tasks.id} in (${newestFailures(projectIds)})`)
    .orderBy(desc(tasks.end), desc(tasks.id));
  return rows.map((row) => presentRow(row, { may_decide: false }));
}

const presentRow = ({ failure, ...task }: Row, { may_decide }: Pick<DashboardTask, "may_decide">): DashboardTask => ({
  ...task,
  may_decide,
  error: errorLine(task.tpl_app, failure),
  cause: failure?.cause ?? null,
  subject: failure?.subject ?? "",
});

type Row = Awaited<ReturnType<typeof selectEntries>>[number];

const selectEntries = (db: Db) =>
  db
    .select(columns)
    .from(tasks)
    .innerJoin(templates, eq(templates.id, tasks.template_id))
    .leftJoin(users, eq(users.id, tasks.user_id));

/**
 * The ids of failed tasks whose template has neither failed nor succeeded since, the last one first; drift checks, plans
 * and the like by themselves. It goes back from now and stops after a few, where a list of each template's newest failure would read
 * all failures.
 */
const newestFailures = (projectIds: number[]): SQL => sql`
  select newest.id from unnest(${sql.param(projectIds)}::int[]) as scope(id), lateral (
    select id, "end" from ${tasks} as failed
    where failed.project_id = scope.id and failed.parent_task_id is null
      and failed.status = 'error' and failed.status in ${ENDED} and failed."end" > now() - ${FAILED_WITHIN}
      and not exists (${laterTask} and later.status = 'success')
      and not exists (${laterTask} and later.status = 'error' and later.parent_task_id is null)
    order by failed."end" desc, failed.id desc limit ${MAX_FAILED}) newest
  order by newest."end" desc, newest.id desc limit ${MAX_FAILED}`;

const laterTask = sql`
  select from ${tasks} as later
  where later.template_id = failed.template_id and later.id > failed.id and later.status in ${ENDED}
    and ${tellsOf("later", "failed")}`;

type Count = { status: TaskStatus; day: number | null; count: number };

/**
 * How many tasks ended on each of the days, without drift checks and those inside workflows, and with day null how many
 * have not ended.
 */
const countTasks = (db: Db, projectIds: number[], days: string[]): Promise<Count[]> => {
  const isOfProjects = isOneOf(tasks.project_id, projectIds);
  return db.execute<Count>(sql`
    select status, width_bucket("end", (select ${sql.param(days)}::text[]::timestamptz[])) - 1 as day, count(*)::int as count
    from ${tasks}
    where ${isOfProjects} and status in ${ENDED} and parent_task_id is null and not drift_check
      and "end" >= ${days[0]}::timestamptz
    group by 1, 2
    union all
    select status, null, count(*)::int from ${tasks} where ${isOfProjects} and ${isUnfinished} and ${isListed} group by 1`);
};

/** The dashboard of all projects of a user, with their newest tasks. */
export async function readOverview(db: Db, user: { id: number; admin: boolean }, timezone: string): Promise<Overview> {
  const owned = await listProjects(db, user);
  const ids = owned.map(({ id }) => id);
  const decidable = owned.filter(({ permissions }) => can({ admin: user.admin, permissions }, "runTasks"));
  const scope = { ids, decidable: decidable.map(({ id }) => id) };
  const [dashboard, recent] = await Promise.all([readDashboard(db, scope, timezone), listRecent(db, ids)]);
  return { ...dashboard, projects: owned, recent };
}

/** What the user sees, with the user's permissions. */
async function listProjects(db: Db, user: { id: number; admin: boolean }): Promise<Overview["projects"]> {
  const rows = await db
    .select({ id: projects.id, name: projects.name, role: projectMembers.role })
    .from(projects)
    .leftJoin(projectMembers, membershipOf(user))
    .where(isSeenBy(user));
  return rows.map(({ role, ...project }) => ({ ...project, permissions: permissionsOf(role) }));
}

/** As a project's history, without those inside workflows. */
async function listRecent(db: Db, projectIds: number[]): Promise<TaskWithTpl[]> {
  const newest = sql`
    select newest.id from unnest(${sql.param(projectIds)}::int[]) as scope(id), lateral (
      select id from ${tasks} as own where own.project_id = scope.id and own.parent_task_id is null
      order by own.project_id desc, own.id desc limit ${MAX_RECENT}) newest
    order by newest.id desc limit ${MAX_RECENT}`;
  const rows = await selectTasks(db).where(sql`${tasks.id} in (${newest})`).orderBy(desc(tasks.id));
  return withReasons(db, rows.map(presentTask));
}
