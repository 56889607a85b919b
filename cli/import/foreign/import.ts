import { writeFile } from "node:fs/promises";
import { listProjects } from "../../api/find";
import { connect } from "../../api/login-file";
import { CommandProblem, EXIT, type ExitCode } from "../../problem";
import { printJson, printNote } from "../../terminal/print";
import { importProject, type Target } from "../project";
import type { Draft } from "./draft";
import { type ForeignReport, printForeign, type Workflow } from "./report";
import { writeScripts } from "./scripts";

/** The options that the import of every format has. */
export const FOREIGN_OPTIONS = {
  project: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  again: { type: "boolean", default: false },
  inactive: { type: "boolean", default: false },
  report: { type: "string" },
  json: { type: "boolean" },
} as const;

export const FOREIGN_HELP = `  --dry-run             only report what would be created
  --again               also create projects whose name already exists
  --inactive            turn off all imported schedules
  --report <file>       also write the report to a file, as JSON
  --json                print the report as JSON`;

type Values = { "dry-run": boolean; again: boolean; inactive: boolean; report?: string; json?: boolean };

/** What an export becomes: projects, and findings that belong to none of them. */
export type Converted = { drafts: Draft[]; left_out: string[]; workflows?: Workflow[] };

/** Creates the projects, or with --dry-run lets the server check them, and reports. */
export async function importDrafts(
  values: Values,
  { drafts, left_out, workflows = [] }: Converted,
  scriptsFolder?: string,
): Promise<ExitCode> {
  if (drafts.length === 0) throw new CommandProblem(["There is nothing to import", ...left_out].join(". "));
  const target = await openTarget(values);
  const projects: ForeignReport[] = [];
  for (const draft of drafts) projects.push(await importDraft(target, draft, values.inactive, scriptsFolder));
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
  const api = connect();
  return {
    api,
    taken: new Set((await listProjects(api)).map(({ name }) => name)),
    people: { accounts: [], create: false },
    dryRun: values["dry-run"],
    again: values.again,
    withoutStates: false,
    strict: false,
    oldSecrets: null,
    passphrase: async () => "",
  };
}

async function importDraft(
  target: Target,
  draft: Draft,
  inactive: boolean,
  scriptsFolder: string | undefined,
): Promise<ForeignReport> {
  const { name, origin, changed, left_out, fill_in, scripts } = draft;
  const isSkipped = target.taken.has(name) && !target.again;
  // Before the project, because its templates are useless without their scripts.
  if (scriptsFolder !== undefined && !target.dryRun && !isSkipped) writeScripts(scriptsFolder, scripts);
  const source = { name, origin, file: draft.document(inactive), members: [], left_out };
  const report = await importProject(target, source);
  return { ...report, changed, fill_in, scripts: scripts.map(({ path }) => path) };
}
