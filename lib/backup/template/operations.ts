import { type Document, parseDocument } from "yaml";
import { z } from "zod";
import type { Db } from "@/db/client";
import { project } from "@/lib/access/access";
import { withPeople } from "@/lib/backup/graph";
import { readNames } from "@/lib/backup/template/names";
import { readTemplate } from "@/lib/backup/template/read";
import { writeTemplate } from "@/lib/backup/template/write";
import { operation } from "@/lib/operation/define";
import { AppError, found } from "@/lib/operation/errors";
import { NoInput, ProjectParams, text } from "@/lib/operation/fields";
import { Saved } from "@/lib/operation/warnings";
import { createTemplate, updateTemplate } from "@/lib/template/operations";
import { type TemplateInput, TemplateParams } from "@/lib/template/schema";
import { getTemplate } from "@/lib/template/store";

const TemplateYaml = z.object({ yaml: text(1_000_000) }).meta({ required: ["yaml"] });

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
  run: (context) => byName(context, (input) => createTemplate.run({ ...context, input })),
  event: ({ result }) => ({
    object_type: "template",
    object_id: result.id,
    object_name: result.name,
    subject: `Template ID ${result.id}`,
    action: "created",
  }),
});

export const replaceTemplateFromYaml = operation({
  name: "template.replaceFromYaml",
  summary:
    "Replaces a template by what YAML says; what it leaves out is blank, except for the state and the people who approve",
  transaction: "whole",
  access: project("manageResources"),
  params: TemplateParams,
  input: TemplateYaml,
  output: Saved,
  run: (context) =>
    byName(context, async (read) => {
      const stored = await getTemplate(context.db, context.project.id, context.params.templateId);
      const input = { ...read, graph: read.graph && withPeople(read.graph, stored?.graph ?? null) };
      return updateTemplate.run({ ...context, input });
    }),
  event: ({ params, result }) => ({
    object_type: "template",
    object_id: params.templateId,
    subject: `Template ID ${params.templateId}`,
    action: "updated",
    changes: result.changes,
  }),
});

type Context = { db: Db; project: { id: number }; input: z.output<typeof TemplateYaml> };

/** Fails as the work does, at the places that the document has. */
async function byName<Result>(
  { db, project, input: { yaml } }: Context,
  work: (input: TemplateInput) => Promise<Result>,
): Promise<Result> {
  let keys: string[] = [];
  try {
    const input = readTemplate(yaml, await readNames(db, project.id));
    keys = input.graph?.nodes.map(({ key }) => key) ?? [];
    return await work(input);
  } catch (error) {
    if (!(error instanceof AppError) || !error.details.issues) throw error;
    const document = parseDocument(yaml);
    const issues = error.details.issues.map((issue) => ({ ...issue, path: inDocument(document, issue.path, keys) }));
    throw new AppError(error.code, { ...error.details, issues });
  }
}

/** A field that is not written there is one of the input, whose ids are names in a document. */
function inDocument(document: Document, ofInput: string, keys: string[]): string {
  const path = ofInput.replace(/^graph\.nodes\.(\d+)/, (place, at) => (keys[at] ? `graph.nodes.${keys[at]}` : place));
  return document.hasIn(path.split(".")) ? path : path.replace(/_ids\b/, "s").replace(/_id$/, "");
}
