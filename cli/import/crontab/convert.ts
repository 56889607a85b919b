import { isTimeZone } from "@/lib/protocol/time-zone";
import { fromCrontab } from "../foreign/cron";
import type { Draft } from "../foreign/draft";
import type { ScriptHome } from "../foreign/scripts";
import { shellWord } from "../foreign/shell";
import type { CronLine } from "./parse";
import { withPlaces } from "./places";

/** Settings of cron itself, not of its commands. */
const CRON_SETTINGS = new Set(["SHELL", "MAILTO", "MAILFROM", "CRON_TZ", "RANDOM_DELAY", "HOME", "LOGNAME", "USER"]);

/** Adds a bash template, its script and its schedule for each line. */
export function convertCrontab(draft: Draft, lines: readonly CronLine[], home: ScriptHome): void {
  const scripts = lines.map((line) => ({ line, commands: commandsOf(line) }));
  for (const { line, text, was, name, path } of withPlaces(scripts, home.folder)) {
    const template = draft.add("templates", {
      name,
      app: "bash",
      playbook: home.pathOf(path),
      repository: home.repository,
      // cron does not wait for the previous run.
      allow_parallel_tasks: true,
      description: `From ${draft.origin}, line ${line.line}`,
    });
    draft.scripts.push({ path, text, executable: true, template, was });
    addSchedule(draft, line, template);
    reportMail(draft, line, template);
  }
}

function addSchedule(draft: Draft, { when, user, variables }: CronLine, template: string): void {
  const problems: string[] = [];
  const timing = fromCrontab(when);
  if (timing === null) {
    draft.left_out.push(`Schedule of "${template}": "${when}" has no counterpart`);
    return;
  }
  if (timing.unequal) problems.push(`${when} is not equal to a schedule here: ${timing.unequal}`);
  if (user !== null) problems.push(`it ran as ${user}, and now as the runner's user`);
  if (variables.has("RANDOM_DELAY")) problems.push("it started with a random delay");
  const zone = variables.get("CRON_TZ") ?? null;
  const timezone = zone !== null && isTimeZone(zone) ? zone : null;
  if (zone !== null && timezone === null) problems.push(`the time zone ${zone} is unknown`);
  if (problems.length > 0) draft.changed.push(`Schedule of "${template}" is inactive: ${problems.join("; ")}`);
  const active = problems.length === 0;
  draft.add("schedules", { name: template, template, cron_format: timing.cron, timezone, active, overlap: "queue" });
}

function reportMail(draft: Draft, { variables }: CronLine, template: string): void {
  const mail = variables.get("MAILTO");
  if (mail) draft.left_out.push(`Mail of the output of "${template}" to ${mail}: turn on alerts in the project`);
}

/** The command with what cron sets around it. */
const commandsOf = ({ command, stdin, variables }: CronLine): string[] => [
  startOf(variables),
  withInput(runBy(variables.get("SHELL"), command), stdin),
];

const withInput = (command: string, stdin: string | null): string =>
  stdin === null ? command : `(\n${command}\n) <<'CRON_INPUT'\n${stdin}\nCRON_INPUT`;

/** Commands of cron start in the home folder; a task has one of its own. */
function startOf(variables: CronLine["variables"]): string {
  const home = variables.get("HOME");
  const exported = [...variables].filter(([name]) => /^\w+$/.test(name) && !CRON_SETTINGS.has(name));
  return [
    `export HOME=${home === undefined ? '"$(eval echo "~$(id -un)")"' : shellWord(home)}`,
    'cd "$HOME" || exit',
    ...exported.map(([name, value]) => `export ${name}=${shellWord(value)}`),
  ].join("\n");
}

/** sh and bash run the command as it is; another shell gets it as its argument. */
const runBy = (shell: string | undefined, command: string): string =>
  shell === undefined || /(?:^|\/)(?:ba|da)?sh$/.test(shell) ? command : `${shellWord(shell)} -c ${shellWord(command)}`;
