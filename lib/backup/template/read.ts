import { type Document, LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { graphIssues } from "@/lib/backup/graph";
import { referencesOfTemplate, templateInput } from "@/lib/backup/restore/resolve";
import { unstorableAt } from "@/lib/backup/rules";
import type { FindId, Reference } from "@/lib/backup/rules/kinds";
import { type BackupTemplate, ENTRIES, MAX_DEPTH } from "@/lib/backup/schema";
import type { ProjectNames } from "@/lib/backup/template/names";
import { AppError, type Issue, invalid } from "@/lib/operation/errors";
import { parse } from "@/lib/operation/parse";
import { isDeeperThan } from "@/lib/protocol/json-object";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import { isDocumentField } from "@/lib/template/rules/document-fields";
import { TemplateInput } from "@/lib/template/schema";

const argumentList = () =>
  z
    .array(z.string())
    .nullish()
    .transform((list) => (list?.length ? JSON.stringify(list) : null));

/** What writeTemplate writes. Unlike an entry of a backup, it has one form only, and no default application. */
const TemplateFields = ENTRIES.templates
  .omit({
    environment: true,
    state_of: true,
    vault_key: true,
    cron: true,
    allow_override_args_in_task: true,
    allow_override_branch_in_task: true,
  })
  .extend({ app: TemplateInput.shape.app, arguments: argumentList(), init_arguments: argumentList() });

/** Reads a template from YAML, with the ids of the project's own resources. Fails naming every place that is wrong. */
export function readTemplate(yaml: string, names: ProjectNames): TemplateInput {
  const fields = parse(TemplateFields, readFields(yaml));
  const entry: BackupTemplate = {
    ...fields,
    environment: null,
    state_of: null,
    vault_key: null,
    cron: null,
    allow_override_args_in_task: null,
    allow_override_branch_in_task: null,
  };
  const issues = [
    ...graphIssues(entry.graph, "graph"),
    ...referencesOfTemplate(entry, "").flatMap((reference) => problemWith(reference, names)),
  ];
  if (issues.length > 0) throw new AppError("invalid", { issues });
  const find: FindId = (kind, name) => names[kind].find((known) => known.name === name)?.id ?? null;
  const { environment_id: _single, environment_ids = [], ...input } = templateInput(entry, find);
  const graph = input.graph ?? (entry.app === WORKFLOW_APP ? { nodes: [], edges: [] } : null);
  return parse(TemplateInput, { ...input, ...explicit(entry), environment_ids, graph });
}

/** What a file leaves to the project, a document sets: what it does not have is blank. */
const explicit = ({ launch, labels, always_ask, auto_approve, stack, task_params }: BackupTemplate) => ({
  launch: launch ?? {},
  labels: labels ?? [],
  always_ask: always_ask ?? false,
  auto_approve: auto_approve ?? false,
  stack: stack ?? "",
  task_params: {
    skip_galaxy_install: false,
    allow_override_skip_galaxy_install: false,
    override_backend: false,
    backend_filename: "",
    ...task_params,
  },
});

function readFields(yaml: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) throw invalid("", "yamlInvalid", { line: lines.linePos(error.pos[0]).line });
  const value = contentOf(document);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid("", "yamlInvalid", { line: 1 });
  if (isDeeperThan(value, MAX_DEPTH)) throw invalid("", "backupTooDeep");
  const path = unstorableAt(value);
  if (path) throw invalid(path.join("."), "characterInvalid");
  const unknown = Object.keys(value).filter((name) => !isDocumentField(name));
  if (unknown.length > 0) throw new AppError("invalid", { issues: unknown.map(unsupported) });
  return value;
}

/** Null also for a text whose aliases would grow without end. */
function contentOf(document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (error instanceof ReferenceError) return null;
    throw error;
  }
}

const unsupported = (path: string): Issue => ({ path, key: "fieldUnknown" });

function problemWith({ path, kind, name }: Reference, names: ProjectNames): Issue[] {
  const found = name === null ? 1 : names[kind].filter((known) => known.name === name).length;
  if (found === 1) return [];
  const key = found === 0 ? "projectReferenceMissing" : "projectReferenceAmbiguous";
  return [{ path: path.slice(1), key, params: { name: name ?? "", list: kind } }];
}
