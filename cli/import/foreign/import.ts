import { writeFile } from "node:fs/promises";
import { listProjects } from "../../api/find";
import { connect } from "../../api/login-file";
import { CommandProblem, EXIT, type ExitCode } from "../../problem";
import { printJson, printNote } from "../../terminal/print";
import { findImported, importProject, isTaken, readInto } from "../project";
import type { SourceProject, Target } from "../target";
import type { Draft, Script } from "./draft";
import { type ForeignReport, printForeign, type Workflow } from "./report";
import { updateScripts, writeScripts } from "./scripts";

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
    const scripts = await placeScripts(target, { name, source }, draft.scripts, scriptsFolder);
    const project = { name, origin, source, file, members: [], history: null, left_out: [...left_out, ...scripts] };
    const report = await importProject(target, project);
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

/** Before the project, because its templates are useless without their scripts. Returns what was not written. */
async function placeScripts(
  target: Target,
  project: Pick<SourceProject, "name" | "source">,
  scripts: readonly Script[],
  folder: string | undefined,
): Promise<string[]> {
  if (folder === undefined || target.dryRun) return [];
  if (await findImported(target, project)) return updateScripts(folder, scripts, target.overwrite);
  if (!isTaken(target, project)) writeScripts(folder, scripts);
  return [];
}
