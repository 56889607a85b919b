import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { forIds, isOneOf } from "@/db/one-of";
import { DEPLOYABLE, tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { AppError, invalid } from "@/lib/operation/errors";
import { isDeployable, lacksBuild } from "@/lib/task/rules";
import type { NewTaskInput } from "@/lib/task/schema";
import { type NewTask, type TemplateRow, templateWithoutBuild } from "@/lib/task/start/new-task";

const columns = {
  id: tasks.id,
  project_id: tasks.project_id,
  template_id: tasks.template_id,
  status: tasks.status,
  version: tasks.version,
  incoming_version: tasks.incoming_version,
  drift_check: tasks.drift_check,
  dry_run: tasks.dry_run,
  params: tasks.params,
};
type Build = Pick<typeof tasks.$inferSelect, keyof typeof columns>;

export type Builds = {
  byId: ReadonlyMap<number, Build>;
  /** For tasks of workflow nodes: the task that their run has built for them. */
  ofRuns: ReadonlyMap<NewTask, number>;
  /** By build template: its newest task that can be deployed. */
  newest: ReadonlyMap<number, { name: string; build: Build | null }>;
};

/** The builds that tasks name, and the defaults for those that name none. */
export async function readBuilds(
  tx: Db,
  templatesById: ReadonlyMap<number, TemplateRow>,
  wanted: NewTask[],
  ofRuns: ReadonlyMap<NewTask, number>,
): Promise<Builds> {
  const unnamed = wanted.flatMap((task) => templateWithoutBuild(templatesById.get(task.input.template_id), task) ?? []);
  const [named, newest] = await Promise.all([
    forIds(
      wanted.map((task) => task.input.build_task_id ?? ofRuns.get(task) ?? null),
      // Locked as by the new task's reference: one that is just being deleted is missing, instead of failing that.
      (ids) => tx.select(columns).from(tasks).where(isOneOf(tasks.id, ids)).orderBy(tasks.id).for("key share"),
    ),
    forIds(unnamed, (ids) => readNewest(tx, ids)),
  ]);
  const found = [...named, ...newest.flatMap(({ build }) => build ?? [])];
  return {
    byId: new Map(found.map((build) => [build.id, build])),
    ofRuns,
    newest: new Map(newest.map((row) => [row.id, row])),
  };
}

function readNewest(tx: Db, templateIds: number[]) {
  const newest = sql`(
    select id from ${tasks} as build where build.template_id = ${templates.id} and ${DEPLOYABLE}
    order by build.id desc limit 1)`;
  return tx
    .select({ id: templates.id, name: templates.name, build: columns })
    .from(templates)
    .leftJoin(tasks, eq(tasks.id, newest))
    .where(isOneOf(templates.id, templateIds));
}

/** Throws if the input is a task that was read and is sent again, whose build has been deleted: it would take the newest. */
export async function checkSentAgain(tx: Db, projectId: number, { id, template_id, build_task_id }: NewTaskInput) {
  if (!id || build_task_id !== null) return;
  const [sent] = await tx
    .select({
      template_id: tasks.template_id,
      build_task_id: tasks.build_task_id,
      incoming_version: tasks.incoming_version,
    })
    .from(tasks)
    .where(and(eq(tasks.project_id, projectId), eq(tasks.id, id)));
  if (sent?.template_id === template_id && lacksBuild(sent)) throw invalid("build_task_id", "buildDeleted");
}

/** The build that the task goes with, if any. Throws when there is none yet. */
export function buildOf({ newest, ofRuns }: Builds, template: TemplateRow, task: NewTask): number | null {
  const buildTemplateId = templateWithoutBuild(template, task);
  if (buildTemplateId === null) {
    const { build_task_id } = task.input;
    if (template.type === "deploy" && build_task_id === null) throw invalid("build_task_id", "buildVersionRequired");
    return build_task_id;
  }
  const own = ofRuns.get(task);
  if (own !== undefined) return own;
  const { build, name } = newest.get(buildTemplateId) ?? { build: null, name: "" };
  if (!build) throw new AppError("invalid", { key: "noBuildYet", params: { template: name } });
  return build.id;
}

/** The version that a deploy takes from a successful task of its build template, through chains of deploys. */
export function incomingVersion({ byId }: Builds, template: TemplateRow, buildTaskId: number | null): string | null {
  const build = byId.get(buildTaskId ?? 0);
  if (buildTaskId !== null && build?.project_id !== template.project_id)
    throw invalid("build_task_id", "referenceMissing");
  if (template.type !== "deploy") return null;
  if (build?.template_id !== template.build_template_id) throw invalid("build_task_id", "buildNotFound");
  if (build.status !== "success") throw invalid("build_task_id", "buildNotSuccessful");
  if (!isDeployable(build)) throw invalid("build_task_id", "buildNotDeployable");
  return build.version ?? build.incoming_version;
}
