import { notFound } from "next/navigation";
import {
  type FormResources,
  type FormState,
  inventoryChoice,
  type PlainVariable,
} from "@/components/template/form/form-resources";
import { listApps } from "@/lib/app/operations";
import { listEnvironments } from "@/lib/environment/operations";
import { listInventories } from "@/lib/inventory/operations";
import { listKeys } from "@/lib/key/operations";
import { listMembers } from "@/lib/member/operations";
import { load } from "@/lib/operation/load";
import { parseJsonObject } from "@/lib/protocol/json-object";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import { listRepositories } from "@/lib/repository/operations";
import { getState, listStates } from "@/lib/state/operations";
import { stateKindOf } from "@/lib/state/rules/workspace";
import { listTemplateNames, listTemplates } from "@/lib/template/operations";
import { listViews } from "@/lib/view/operations";

type Known = Pick<FormResources, "currentState" | "declaresBackend"> & { app: string };

/** What a template of the application may refer to; an unknown application has no form. */
export async function loadFormResources(
  projectId: number,
  { app: appId, currentState, declaresBackend }: Known,
  templateId: number | null,
): Promise<FormResources> {
  const [apps, repositories, inventories, environments, views, keys, { templates }, states, workflow] =
    await Promise.all([
      load(listApps, {}),
      load(listRepositories, { projectId }),
      load(listInventories, { projectId }),
      load(listEnvironments, { projectId }),
      load(listViews, { projectId }),
      load(listKeys, { projectId }),
      load(listTemplateNames, { projectId }),
      statesFor(projectId, appId, currentState),
      appId === WORKFLOW_APP ? nodeResources(projectId) : null,
    ]);
  const app = apps.find(({ id }) => id === appId) ?? notFound();
  return {
    app: { id: app.id, title: app.title, path: app.path, args: app.args },
    repositories: repositories.map(({ id, name, git_branch }) => ({ id, name, git_branch })),
    inventories: inventories.map(inventoryChoice),
    environments: environments.map(({ id, name, json }) => ({ id, name, variables: variablesOf(json) })),
    views: views.map(({ id, title }) => ({ id, title })),
    keys: keys.map(({ id, name, type }) => ({ id, name, type })),
    states,
    currentState,
    declaresBackend,
    buildTemplates: templates
      .filter(({ id, type }) => type !== "" && id !== templateId)
      .map(({ id, name, type }) => ({ id, name, type })),
    workflow: workflow && {
      ...workflow,
      inventories: inventories.map(({ id, name, type }) => ({ id, name, type })),
      environments: environments.map(toNamed),
      templates: workflow.templates.filter(({ id }) => id !== templateId),
    },
  };
}

const toNamed = ({ id, name }: { id: number; name: string }) => ({ id, name });

/** What a workflow runs, and who may be asked. */
async function nodeResources(projectId: number) {
  const [templates, members] = await Promise.all([
    load(listTemplates, { projectId }),
    load(listMembers, { projectId }),
  ]);
  return {
    templates: templates.map(({ id, name, app, type, survey_vars, autorun, build_template_id }) => ({
      id,
      name,
      app,
      type,
      survey_vars,
      autorun,
      build_template_id,
    })),
    members: members.map(toNamed),
  };
}

/** States of the application's kind, and the template's own even if it is empty. */
async function statesFor(projectId: number, appId: string, currentState: number | null): Promise<FormState[]> {
  const kind = stateKindOf(appId);
  if (!kind) return [];
  const states = (await load(listStates, { projectId })).filter((state) => state.kind === kind);
  if (currentState !== null && !states.some(({ id }) => id === currentState))
    states.push(await load(getState, { projectId, stateId: currentState }));
  return states.map(({ id, name, templates }) => ({ id, name, templates: templates.map((one) => one.name) }));
}

const variablesOf = (json: string): PlainVariable[] =>
  Object.entries(parseJsonObject(json) ?? {}).map(([name, value]) => ({ name, text: typeof value === "string" }));
