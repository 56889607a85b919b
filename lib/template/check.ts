import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { environments } from "@/db/schema/environments";
import { inventories } from "@/db/schema/inventories";
import { repositories } from "@/db/schema/repositories";
import { states } from "@/db/schema/states";
import { templates } from "@/db/schema/templates";
import { views } from "@/db/schema/views";
import { appSettings } from "@/lib/app/store";
import { requireFitting } from "@/lib/inventory/require-fitting";
import { invalid } from "@/lib/operation/errors";
import { requireReferences } from "@/lib/project/references";
import { lockUnfinishedTasks } from "@/lib/project/unfinished";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import { stateKindOf } from "@/lib/state/rules/workspace";
import type { Template, TemplateInput } from "@/lib/template/schema";
import { templatesBuiltFrom } from "@/lib/template/store";
import { checkVaultKeys } from "@/lib/template/vaults";
import { checkWorkflow } from "@/lib/template/workflow";

/** Checks what the schema cannot see: the application and every reference. `current` null: the template is new. */
export async function checkTemplate(
  db: Db,
  projectId: number,
  input: TemplateInput,
  current: Pick<Template, "id" | "app"> | null,
): Promise<void> {
  await checkApp(db, input.app, current?.app ?? null);
  if (current) await checkKind(db, projectId, input.app, current);
  await requireReferences(db, projectId, [
    { field: "inventory_id", id: input.inventory_id, table: inventories },
    { field: "repository_id", id: input.repository_id, table: repositories },
    { field: "environment_id", id: input.environment_id ?? null, table: environments },
    ...(input.environment_ids ?? []).map((id, index) => ({
      field: `environment_ids.${index}`,
      id,
      table: environments,
    })),
    { field: "view_id", id: input.view_id, table: views },
    { field: "state_id", id: input.state_id ?? null, table: states },
  ]);
  await requireFitting(db, input.inventory_id, input.app);
  if (input.state_id) await checkState(db, input.app, input.state_id);
  await checkVaultKeys(db, projectId, input.vaults);
  if (input.app === WORKFLOW_APP) await checkWorkflow(db, projectId, input, current);
  if (input.type === "deploy") await checkBuildTemplate(db, projectId, input.build_template_id, current);
  if (input.type === "" && current && (await templatesBuiltFrom(db, projectId, current.id)).length > 0) {
    throw invalid("type", "templateIsBuiltFrom");
  }
}

/** A template keeps an application that was switched off, but none changes to it. */
async function checkApp(db: Db, app: string, before: string | null): Promise<void> {
  const { known, active } = await appSettings(db, app);
  if (!known) throw invalid("app", "appUnknown", { app });
  if (!active && app !== before) throw invalid("app", "appInactive");
}

/** Runs begin in another way than tasks that runners take, so a template that has some to begin keeps its kind. */
async function checkKind(db: Db, projectId: number, app: string, current: Pick<Template, "id" | "app">): Promise<void> {
  if ((app === WORKFLOW_APP) === (current.app === WORKFLOW_APP)) return;
  if (await lockUnfinishedTasks(db, { projectId, templateId: current.id })) throw invalid("app", "templateHasTasks");
}

/** Terraform and OpenTofu may share a state, Pulumi has its own. */
async function checkState(db: Db, app: string, stateId: number): Promise<void> {
  const [state] = await db.select({ kind: states.kind }).from(states).where(eq(states.id, stateId));
  if (state?.kind !== stateKindOf(app)) throw invalid("state_id", "stateOtherKind");
}

/** Deploys promote a build, or what another deploy brought; a chain of them must end. */
async function checkBuildTemplate(
  db: Db,
  projectId: number,
  buildTemplateId: number | null,
  current: { id: number } | null,
): Promise<void> {
  const [source] = await db
    .select({ type: templates.type })
    .from(templates)
    .where(and(eq(templates.project_id, projectId), eq(templates.id, buildTemplateId ?? 0)));
  if (!source) throw invalid("build_template_id", "referenceMissing");
  if (source.type === "") throw invalid("build_template_id", "buildTemplateNoBuild");
  if (current && (await leadsTo(db, projectId, buildTemplateId, current.id))) {
    throw invalid("build_template_id", "buildTemplateCycle");
  }
}

async function leadsTo(db: Db, projectId: number, from: number | null, target: number): Promise<boolean> {
  const rows = await db.execute(sql`
    with recursive chain as (
      select id, build_template_id from templates where project_id = ${projectId} and id = ${from}
      union
      select t.id, t.build_template_id from templates t join chain on t.id = chain.build_template_id
      where t.project_id = ${projectId}
    )
    select 1 from chain where id = ${target}`);
  return rows.length > 0;
}
