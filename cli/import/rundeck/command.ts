import { command } from "../../terminal/command";
import { Draft } from "../foreign/draft";
import { FOREIGN_HELP, FOREIGN_OPTIONS, importDrafts } from "../foreign/import";
import { SCRIPTS_HELP, SCRIPTS_OPTIONS, scriptHome } from "../foreign/scripts";
import { parseForeign, readForeign } from "../foreign/source";
import { convertRundeck } from "./convert";
import { Jobs } from "./schema";

/** `signalbox import rundeck` */
export const importRundeck = command({
  usage: "import rundeck <file | -> --scripts <folder> [options]",
  takes: [1, 1],
  help: `Creates a project from Rundeck job definitions in YAML, or with - from stdin: each job becomes a script, a bash
template with a survey of its options, and a schedule. Steps run on the runner, not on nodes: schedules of jobs that
select nodes, or that can't be imported completely, are inactive.

${SCRIPTS_HELP}
  --project <name>      the project's name; by default that of the Rundeck project in the file, else "Rundeck"
${FOREIGN_HELP}
`,
  options: { ...FOREIGN_OPTIONS, ...SCRIPTS_OPTIONS },
  run: async (values, file = "") => {
    const source = await readForeign(file);
    const jobs = parseForeign(source, Jobs);
    const named = jobs.find(({ project }) => project !== "")?.project;
    const draft = new Draft(values.project ?? named ?? "Rundeck", source.origin);
    const home = scriptHome(draft, values);
    convertRundeck(draft, jobs, home);
    return importDrafts(values, { format: "rundeck", drafts: [draft], left_out: [] }, home.folder);
  },
});
