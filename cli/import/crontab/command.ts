import { hostname } from "node:os";
import { command } from "../../terminal/command";
import { Draft } from "../foreign/draft";
import { FOREIGN_HELP, FOREIGN_OPTIONS, importDrafts } from "../foreign/import";
import { SCRIPTS_HELP, SCRIPTS_OPTIONS, scriptHome } from "../foreign/scripts";
import { readForeign } from "../foreign/source";
import { convertCrontab } from "./convert";
import { parseCrontab } from "./parse";

/** Crontabs whose lines name a user. */
const SYSTEM_CRONTAB = /(?:^|\/)(?:etc\/crontab|cron\.d\/[^/]+)$/;

/** `signalbox import crontab` */
export const importCrontab = command({
  usage: "import crontab <file | -> --scripts <folder> [options]",
  takes: [1, 1],
  help: `Creates a project from a crontab, or with - from stdin: each command becomes a script, a bash template and a
schedule. Your own crontab: crontab -l | signalbox import crontab - --scripts jobs

${SCRIPTS_HELP}
  --project <name>      the project's name; by default "Crontab of" this machine
  --system              each line names a user before its command; true of /etc/crontab and /etc/cron.d without it
${FOREIGN_HELP}
`,
  options: { ...FOREIGN_OPTIONS, ...SCRIPTS_OPTIONS, system: { type: "boolean", default: false } },
  run: async (values, file = "") => {
    const source = await readForeign(file);
    const lines = parseCrontab(source, values.system || SYSTEM_CRONTAB.test(file));
    const draft = new Draft(values.project ?? `Crontab of ${hostname()}`, source.origin);
    if (lines.length === 0)
      return importDrafts(values, { format: "crontab", drafts: [], left_out: [`${source.origin} runs no command`] });
    const home = scriptHome(draft, values);
    convertCrontab(draft, lines, home);
    return importDrafts(values, { format: "crontab", drafts: [draft], left_out: [] }, home.folder);
  },
});
