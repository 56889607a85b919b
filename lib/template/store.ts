import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { prepared } from "@/db/prepared";
import { drifts } from "@/db/schema/drifts";
import { environments } from "@/db/schema/environments";
import { integrations } from "@/db/schema/integrations";
import { inventories } from "@/db/schema/inventories";
import { repositories } from "@/db/schema/repositories";
import { schedules } from "@/db/schema/schedules";
import { templateFavorites, templates } from "@/db/schema/templates";
import { found, foundParts } from "@/lib/operation/errors";
import { inNaturalOrder } from "@/lib/operation/natural-order";
import { NO_REFS, type Ref, type Refs } from "@/lib/operation/refs";
import { integrationRefs, scheduleRefs } from "@/lib/project/references";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import { withReasons } from "@/lib/queue/waiting";
import { stateKindOf } from "@/lib/state/rules/workspace";
import { autoApprove, taskParams } from "@/lib/template/app-params";
import { present, selectTemplates } from "@/lib/template/rows";
import { environmentsOf } from "@/lib/template/rules/environments";
import { launchOf } from "@/lib/template/rules/launch-flags";
import type { CommitCheck, Template, TemplateInput, TemplateQuery } from "@/lib/template/schema";
import { workflowsRunning } from "@/lib/template/workflow";

const SORT_COLUMNS = {
  name: templates.name,
  playbook: templates.playbook,
  inventory: inventories.name,
  environment: environments.name,
  repository: repositories.name,
};

/** Templates of the project, or of one of its views. */
export async function listTemplates(
  db: Db,
  projectId: number,
  { sort, order }: TemplateQuery,
  { viewId, userId = null }: { viewId?: number; userId?: number | null } = {},
): Promise<Template[]> {
  const which = viewId === undefined ? "all" : "of view";
  const rows = await selectList(db, sort, order, which).execute({ projectId, viewId, userId });
  const listed = rows.map(present);
  return explained(db, sort === "name" ? inNaturalOrder(listed, order) : listed);
}

const selectList = prepared(
  (db, sort: TemplateQuery["sort"], order: TemplateQuery["order"], which: "all" | "of view") => {
    const inView = which === "all" ? undefined : eq(templates.view_id, sql.placeholder("viewId"));
    return selectTemplates(db, sql.placeholder("userId"))
      .where(and(eq(templates.project_id, sql.placeholder("projectId")), inView))
      .orderBy((order === "desc" ? desc : asc)(SORT_COLUMNS[sort]), asc(templates.id))
      .prepare("templates");
  },
);

async function explained(db: Db, list: Template[]): Promise<Template[]> {
  await withReasons(
    db,
    list.flatMap(({ last_task: last }) => last ?? []),
  );
  return list;
}

export async function getTemplate(
  db: Db,
  projectId: number,
  templateId: number,
  userId: number | null = null,
): Promise<Template | null> {
  const [row] = await selectTemplates(db, userId).where(isTemplate(projectId, templateId));
  const [template] = row ? await explained(db, [present(row)]) : [];
  return template ?? null;
}

/**
 * Changes to templates of a project wait for each other, before they read anything: two that are good alone may be bad
 * together, such as workflows that run each other.
 */
export const lockTemplateChanges = (tx: Db, projectId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('templates'), ${projectId})`);

export type TemplateValues = Omit<TemplateInput, "id" | "project_id" | "vaults">;
export type TemplateColumns = ReturnType<typeof templateColumns>;

/** The new template's id. Its vaults are stored apart. */
export async function insertTemplate(db: Db, projectId: number, input: TemplateValues): Promise<number> {
  const row = onlyRow(
    await db
      .insert(templates)
      .values({ ...templateColumns(input), project_id: projectId })
      .returning({ id: templates.id }),
  );
  return row.id;
}

/** The template's state, which its first run may have given it since it was read. It stays locked. */
export async function lockForState(tx: Db, templateId: number): Promise<number | null> {
  const [row] = await tx
    .select({ state_id: templates.state_id })
    .from(templates)
    .where(eq(templates.id, templateId))
    .for("no key update");
  return found(row).state_id;
}

export async function updateTemplate(
  db: Db,
  projectId: number,
  templateId: number,
  values: TemplateColumns,
): Promise<void> {
  await db.update(templates).set(values).where(isTemplate(projectId, templateId));
}

/** What was found no longer holds when the template works on something else. */
export async function forgetDrift(db: Db, before: Template, after: TemplateColumns): Promise<void> {
  if (DRIFT_OF.some((field) => before[field] !== after[field]))
    await db.delete(drifts).where(eq(drifts.template_id, before.id));
}

// Also in lib/drift/settle.ts, for checks that end later.
const DRIFT_OF = ["app", "playbook", "repository_id", "git_branch", "inventory_id", "stack", "state_id"] as const;

export async function setInventory(db: Db, projectId: number, templateId: number, inventoryId: number): Promise<void> {
  await db.update(templates).set({ inventory_id: inventoryId }).where(isTemplate(projectId, templateId));
}

/** False if the project has no such template. */
export async function setFavorite(
  db: Db,
  { projectId, templateId, userId }: { projectId: number; templateId: number; userId: number },
  favorite: boolean,
): Promise<boolean> {
  const [template] = await db.select({ id: templates.id }).from(templates).where(isTemplate(projectId, templateId));
  if (!template) return false;
  const row = { user_id: userId, template_id: templateId };
  const { user_id, template_id } = templateFavorites;
  if (favorite) await db.insert(templateFavorites).values(row).onConflictDoNothing();
  else await db.delete(templateFavorites).where(and(eq(user_id, userId), eq(template_id, templateId)));
  return true;
}

/** The templates that build from this one, which keep it from being deleted. */
export async function templatesBuiltFrom(db: Db, projectId: number, templateId: number): Promise<Ref[]> {
  const built = await db
    .select({ id: templates.id, name: templates.name })
    .from(templates)
    .where(and(eq(templates.project_id, projectId), eq(templates.build_template_id, templateId)));
  return inNaturalOrder(built);
}

/** Beside the templates that build from it, the schedules and integrations that are deleted with it. */
export async function templateRefs(db: Db, projectId: number, templateId: number): Promise<Refs> {
  const [builtFrom, workflows, ownSchedules, ownIntegrations] = await Promise.all([
    templatesBuiltFrom(db, projectId, templateId),
    workflowsRunning(db, projectId, templateId),
    scheduleRefs(db, projectId, eq(schedules.template_id, templateId)),
    integrationRefs(db, projectId, eq(integrations.template_id, templateId)),
  ]);
  return {
    ...NO_REFS,
    templates: [...builtFrom, ...workflows],
    schedules: ownSchedules,
    integrations: ownIntegrations,
  };
}

export async function listCommitChecks(db: Db, projectId: number, templateId: number): Promise<CommitCheck[]> {
  const rows = await db
    .select({
      part: {
        id: schedules.id,
        project_id: schedules.project_id,
        template_id: schedules.template_id,
        cron_format: schedules.cron_format,
        name: schedules.name,
        active: schedules.active,
        repository_id: schedules.repository_id,
      },
    })
    .from(templates)
    .leftJoin(schedules, and(eq(schedules.template_id, templates.id), isNotNull(schedules.repository_id)))
    .where(isTemplate(projectId, templateId))
    .orderBy(schedules.id);
  return foundParts(rows);
}

export const isTemplate = (projectId: number, templateId: number) =>
  and(eq(templates.project_id, projectId), eq(templates.id, templateId));

type Stored = Pick<
  Template,
  | "environment_id"
  | "environment_ids"
  | "app"
  | "launch"
  | "init_arguments"
  | "state_id"
  | "stack"
  | "task_params"
  | "auto_approve"
  | "labels"
  | "graph"
  | "always_ask"
  | "allow_parallel_tasks"
  | "runner_tag"
  | "timeout_seconds"
>;

/** What a client that does not know these fields leaves as it is; a state belongs to one kind of application. */
const stateValues = (input: TemplateValues, stored: Stored | null) => {
  const kept = stored && stateKindOf(stored.app) === stateKindOf(input.app) ? stored : null;
  const { init_arguments = kept?.init_arguments ?? null, state_id = kept?.state_id ?? null } = input;
  return { init_arguments, state_id, stack: input.stack ?? kept?.stack ?? "" };
};

/** A start version belongs to a build and a build template to a deploy: what is left over from another type goes. */
export const templateColumns = (input: TemplateValues, stored: Stored | null = null) => ({
  ...stateValues(input, stored),
  inventory_id: input.inventory_id,
  repository_id: input.repository_id,
  environment_id: environmentsOf(input, stored)[0] ?? null,
  view_id: input.view_id,
  build_template_id: input.type === "deploy" ? input.build_template_id : null,
  name: input.name,
  description: input.description,
  app: input.app,
  type: input.type,
  playbook: input.playbook,
  arguments: input.arguments,
  launch: launchOf(input, stored?.launch ?? null),
  start_version: input.type === "build" ? input.start_version : null,
  autorun: input.autorun,
  git_branch: input.git_branch,
  survey_vars: input.survey_vars,
  suppress_success_alerts: input.suppress_success_alerts,
  allow_parallel_tasks: input.allow_parallel_tasks ?? stored?.allow_parallel_tasks ?? false,
  runner_tag: input.runner_tag ?? stored?.runner_tag ?? "",
  timeout_seconds: input.timeout_seconds ?? stored?.timeout_seconds ?? 0,
  graph: input.app === WORKFLOW_APP ? (input.graph ?? stored?.graph ?? { nodes: [], edges: [] }) : null,
  labels: input.labels ?? stored?.labels ?? [],
  always_ask: input.always_ask ?? stored?.always_ask ?? false,
  task_params: taskParams(input, stored),
  auto_approve: autoApprove(input, stored),
});
