import { z } from "zod";
import { project } from "@/lib/access/access";
import { readNames } from "@/lib/backup/template/names";
import { readTemplate } from "@/lib/backup/template/read";
import { writeTemplate } from "@/lib/backup/template/write";
import { operation } from "@/lib/operation/define";
import { AppError, found } from "@/lib/operation/errors";
import { NoInput, ProjectParams, Saved, text } from "@/lib/operation/fields";
import { createTemplate, updateTemplate } from "@/lib/template/operations";
import { TemplateParams } from "@/lib/template/schema";
import { getTemplate } from "@/lib/template/store";

const TemplateYaml = z.object({ yaml: text(1_000_000) });

export const exportTemplate = operation({
  name: "template.export",
  summary: "The template as YAML: names in place of ids, no secrets, and only what is set",
  transaction: "none",
  access: project("manageResources"),
  params: TemplateParams,
  input: NoInput,
  output: z.string(),
  run: async ({ db, project, params }) =>
    writeTemplate(found(await getTemplate(db, project.id, params.templateId)), await readNames(db, project.id)),
});

export const createTemplateFromYaml = operation({
  name: "template.createFromYaml",
  summary: "Adds a template from YAML, whose names are looked up in this project",
  transaction: "whole",
  access: project("manageResources"),
  params: ProjectParams,
  input: TemplateYaml,
  output: createTemplate.output,
  run: (context) =>
    byName(async () => {
      const names = await readNames(context.db, context.project.id);
      return createTemplate.run({ ...context, input: readTemplate(context.input.yaml, names) });
    }),
  event: ({ result }) => ({
    object_type: "template",
    object_id: result.id,
    description: `Template ID ${result.id} created`,
  }),
});

export const replaceTemplateFromYaml = operation({
  name: "template.replaceFromYaml",
  summary: "Replaces a template by what YAML says; what it leaves out is blank, except for the state",
  transaction: "whole",
  access: project("manageResources"),
  params: TemplateParams,
  input: TemplateYaml,
  output: Saved,
  run: (context) =>
    byName(async () => {
      const names = await readNames(context.db, context.project.id);
      return updateTemplate.run({ ...context, input: readTemplate(context.input.yaml, names) });
    }),
  event: ({ params, result }) => ({
    object_type: "template",
    object_id: params.templateId,
    description: `Template ID ${params.templateId} updated`,
    changes: result.changes,
  }),
});

/** Fails as the work does, at the places that the document has. */
async function byName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !error.details.issues) throw error;
    const issues = error.details.issues.map((issue) => ({
      ...issue,
      path: issue.path.replace(/_ids\b/, "s").replace(/_id$/, ""),
    }));
    throw new AppError(error.code, { ...error.details, issues });
  }
}
