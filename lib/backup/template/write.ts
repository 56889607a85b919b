import { z } from "zod";
import { assembleTemplate } from "@/lib/backup/assemble";
import { BackupTemplate } from "@/lib/backup/document";
import type { ProjectNames } from "@/lib/backup/template/names";
import { parseArguments } from "@/lib/template/rules";
import type { Template } from "@/lib/template/schema";
import { toYaml } from "@/lib/workflow/rules/text";

/** A template's part of a backup, for people: in the order of the form, and each setting in one place only. */
const TemplateDocument = BackupTemplate.pick({
  name: true,
  description: true,
  app: true,
  type: true,
  start_version: true,
  build_template: true,
  autorun: true,
  playbook: true,
  repository: true,
  git_branch: true,
  inventory: true,
  environments: true,
  view: true,
  labels: true,
  runner_tag: true,
  survey_vars: true,
  vaults: true,
  task_params: true,
  arguments: true,
  init_arguments: true,
  stack: true,
  launch: true,
  always_ask: true,
  auto_approve: true,
  allow_parallel_tasks: true,
  timeout_seconds: true,
  suppress_success_alerts: true,
}).extend({
  arguments: z.array(z.string()),
  init_arguments: z.array(z.string()),
  // The flags are those of `launch`, and auto_approve is a field.
  task_params: BackupTemplate.shape.task_params.pick({
    limit: true,
    tags: true,
    skip_tags: true,
    allow_auto_approve: true,
    skip_galaxy_install: true,
    allow_override_skip_galaxy_install: true,
    override_backend: true,
    backend_filename: true,
  }),
});

/** The template as YAML, with names in place of ids. What is not set is left out. */
export function writeTemplate(template: Template, names: ProjectNames): string {
  const assembled = assembleTemplate(
    template,
    (kind, id) => names[kind].find((entry) => entry.id === id)?.name ?? null,
  );
  const document = TemplateDocument.parse({
    ...assembled,
    arguments: parseArguments(template.arguments ?? "[]") ?? [],
    init_arguments: parseArguments(template.init_arguments ?? "[]") ?? [],
  });
  // In a graph, a blank value is one that was set.
  return toYaml({ ...withoutBlankFields(document), ...(assembled.graph && { graph: assembled.graph }) });
}

function withoutBlanks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBlanks);
  return typeof value === "object" && value !== null ? withoutBlankFields(value) : value;
}

function withoutBlankFields(value: object): Record<string, unknown> {
  const entries = Object.entries(value).map(([key, inner]) => [key, withoutBlanks(inner)]);
  return Object.fromEntries(entries.filter(([, inner]) => !isBlank(inner)));
}

/** The value that a missing field has. */
const isBlank = (value: unknown): boolean =>
  typeof value === "object" && value !== null ? Object.keys(value).length === 0 : !value;
