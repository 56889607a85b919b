import { writeFile } from "node:fs/promises";
import { listProjects } from "../../api/find";
import { connect } from "../../api/login-file";
import { CommandProblem, EXIT, type ExitCode } from "../../problem";
import { printJson, printNote } from "../../terminal/print";
import { importProject, readInto } from "../project";
import type { Report, SourceProject, Target } from "../target";
import type { Draft, Script } from "./draft";
import { type ForeignReport, printForeign, type Workflow } from "./report";
import { planScripts, writeScripts } from "./scripts";

/** The options that the import of every format has. */
export const FOREIGN_OPTIONS = {
  project: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  again: { type: "boolean", default: false },
  into: { type: "string" },
  overwrite: { type: "boolean", default: false },
  inactive: { type: "boolean", default: false },
  report: { type: "string" },
  json: { type: "boolean" },
} as const;

export const FOREIGN_HELP = `  --dry-run             only report what would be done
  --again               create the projects once more, instead of updating those of an earlier import
  --into <project id>   the project to update, if several were imported from the same export
  --overwrite           also take fields that were changed both here and in the export, and objects deleted here
  --inactive            turn off all imported schedules
  --report <file>       also write the report to a file, as JSON
  --json                print the report as JSON`;

type Values = {
  "dry-run": boolean;
  again: boolean;
  into?: string;
  overwrite: boolean;
  inactive: boolean;
  report?: string;
  json?: boolean;
};

/** What an export becomes: projects, and findings that belong to none of them. */
export type Converted = { format: string; drafts: Draft[]; left_out: string[]; workflows?: Workflow[] };

/** Creates the projects, or with --dry-run lets the server check them, and reports. */
export async function importDrafts(
  values: Values,
  { format, drafts, left_out, workflows = [] }: Converted,
  scriptsFolder?: string,
): Promise<ExitCode> {
  if (drafts.length === 0) throw new CommandProblem(["There is nothing to import", ...left_out].join(". "));
  const target = await openTarget(values);
  const projects: ForeignReport[] = [];
  for (const draft of drafts) {
    const source = `${format}: ${draft.name}`;
    const { name, origin, left_out } = draft;
    const file = draft.document(values.inactive);
    const project = { name, origin, source, file, members: [], history: null, left_out };
    const report = await importWithScripts(target, project, draft.scripts, scriptsFolder);
    const { changed, fill_in } = draft;
    projects.push({ ...report, changed, fill_in, scripts: draft.scripts.map(({ path }) => path) });
  }
  const report = { dry_run: target.dryRun, projects, left_out, workflows };
  if (values.json) printJson(report);
  else printForeign(report);
  if (values.report !== undefined) {
    await writeFile(values.report, `${JSON.stringify(report, null, 2)}\n`);
    printNote(`The report is in ${values.report}`);
  }
  return projects.some(({ outcome }) => outcome === "failed") ? EXIT.failed : EXIT.success;
}

async function openTarget(values: Values): Promise<Target> {
  const into = readInto(values.into, values.again);
  const api = connect();
  return {
    api,
    taken: new Set((await listProjects(api)).map(({ name }) => name)),
    people: { accounts: [], create: false },
    dryRun: values["dry-run"],
    again: values.again,
    into,
    overwrite: values.overwrite,
    withoutStates: false,
    strict: false,
    oldSecrets: null,
    history: null,
    passphrase: async () => "",
  };
}

/** Scripts are written before the project, because its templates are useless without them; none if it can't be imported. */
async function importWithScripts(
  target: Target,
  project: SourceProject,
  scripts: readonly Script[],
  folder: string | undefined,
): Promise<Report> {
  if (folder === undefined) return importProject(target, project);
  const checked = await importProject({ ...target, dryRun: true }, project);
  if (checked.outcome !== "checked") return checked;
  const { write, kept, problem } = planScripts(folder, scripts, {
    overwrite: target.overwrite && checked.id !== null,
    isNew: ({ template }) => checked.id === null || isMoved(checked, template),
  });
  if (target.dryRun && problem !== null) return { ...checked, outcome: "failed", problem };
  if (problem !== null) throw new CommandProblem(problem);
  const left_out = [...project.left_out, ...kept];
  if (target.dryRun) return { ...checked, left_out: [...checked.left_out, ...kept] };
  writeScripts(folder, write);
  return importProject(target, { ...project, left_out });
}

/** Whether the template would be created, or run another script than before. */
const isMoved = ({ changes }: Report, template: string): boolean =>
  changes.some(
    ({ kind, name, done, fields }) =>
      kind === "template" &&
      name === template &&
      (done === "created" || (done === "updated" && fields.includes("playbook"))),
  );
