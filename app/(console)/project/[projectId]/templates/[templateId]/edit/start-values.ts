import { getTranslations } from "next-intl/server";
import { readId } from "@/app/(console)/project/[projectId]/page-params";
import { onlyOne } from "@/components/form/choice/only-one";
import type { FormResources } from "@/components/template/form/form-resources";
import {
  blankTemplate,
  copyValues,
  type TemplateFormValues,
  templateFormValues,
} from "@/components/template/form/template-form-schema";
import { AppId } from "@/lib/app/schema";
import { IdParam } from "@/lib/operation/fields";
import { load } from "@/lib/operation/load";
import { getTemplate, listCommitChecks } from "@/lib/template/operations";
import type { Template } from "@/lib/template/schema";

type Start = {
  values: TemplateFormValues;
  /** The id of the template, or of the copied one. */
  currentState: number | null;
  declaresBackend: boolean;
};
type Query = Record<string, string | string[] | undefined>;

/** The form's initial values: a stored template, a copy (`?copy=`), or a blank one for an application (`?app=`, in `?view=`). */
export async function startOf(projectId: number, templateId: number | null, query: Query): Promise<Start> {
  if (templateId !== null) {
    const params = { projectId, templateId };
    const [template, checks] = await Promise.all([load(getTemplate, params), load(listCommitChecks, params)]);
    return { values: templateFormValues(template, checks), ...stateOf(template) };
  }
  return newValues(projectId, query);
}

const stateOf = (template: Template) => ({
  currentState: template.state_id,
  declaresBackend: template.declares_backend,
});

async function newValues(projectId: number, query: Query): Promise<Start> {
  if (typeof query.copy === "string") {
    const source = await load(getTemplate, { projectId, templateId: readId(query.copy) });
    const t = await getTranslations("template");
    return { values: copyValues(source, t("copyName", { name: source.name })), ...stateOf(source) };
  }
  const app = AppId.safeParse(query.app).data ?? "ansible";
  const view_id = IdParam.safeParse(query.view).data ?? null;
  const values = blankTemplate({ app, view_id, repository_id: null, environment_id: null });
  return { values, currentState: null, declaresBackend: false };
}

type Choices = Pick<FormResources, "repositories" | "environments">;

/** A single choice is preselected. */
export const withOnlyChoices = (
  start: TemplateFormValues,
  { repositories, environments }: Choices,
): TemplateFormValues => ({
  ...start,
  repository_id: start.repository_id ?? onlyOne(repositories),
  environment_ids: start.environment_ids.length > 0 ? start.environment_ids : [onlyOne(environments) ?? []].flat(),
});
