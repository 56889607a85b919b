import { notFound } from "next/navigation";
import type { FormResources, PlainVariable } from "@/components/template/form/form-resources";
import { listApps } from "@/lib/app/operations";
import { listEnvironments } from "@/lib/environment/operations";
import { listInventories } from "@/lib/inventory/operations";
import { listKeys } from "@/lib/key/operations";
import { load } from "@/lib/operation/load";
import { parseJsonObject } from "@/lib/protocol/json-object";
import { listRepositories } from "@/lib/repository/operations";
import { listTemplateNames } from "@/lib/template/operations";
import { listViews } from "@/lib/view/operations";

/** What a template of the application may refer to; an unknown application has no form. */
export async function loadFormResources(
  projectId: number,
  appId: string,
  templateId: number | null,
): Promise<FormResources> {
  const [apps, repositories, inventories, environments, views, keys, { templates }] = await Promise.all([
    load(listApps, {}),
    load(listRepositories, { projectId }),
    load(listInventories, { projectId }),
    load(listEnvironments, { projectId }),
    load(listViews, { projectId }),
    load(listKeys, { projectId }),
    load(listTemplateNames, { projectId }),
  ]);
  const app = apps.find(({ id }) => id === appId) ?? notFound();
  return {
    app: { id: app.id, title: app.title, path: app.path, args: app.args },
    repositories: repositories.map(({ id, name, git_branch }) => ({ id, name, git_branch })),
    inventories: inventories.map(({ id, name, type, inventory }) => ({
      id,
      name,
      workspace: type === "terraform-workspace" || type === "tofu-workspace" ? inventory : null,
    })),
    environments: environments.map(({ id, name, json }) => ({ id, name, variables: variablesOf(json) })),
    views: views.map(({ id, title }) => ({ id, title })),
    passwordKeys: keys.filter(({ type }) => type === "login_password").map(({ id, name }) => ({ id, name })),
    buildTemplates: templates
      .filter(({ id, type }) => type !== "" && id !== templateId)
      .map(({ id, name, type }) => ({ id, name, type })),
  };
}

const variablesOf = (json: string): PlainVariable[] =>
  Object.entries(parseJsonObject(json) ?? {}).map(([name, value]) => ({ name, text: typeof value === "string" }));
