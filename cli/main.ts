import { CommandProblem } from "./problem";
import { endWithOutput, runCommand } from "./run-command";

type Command = (words: string[]) => Promise<number | undefined>;

/** Each command resolves with its exit code, or with nothing while it keeps running. Its file is loaded on demand. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  start: async () => (await import("./start")).start,
  runner: async () => (await import("./runner")).runner,
  migrate: async () => (await import("./migrate")).migrate,
  user: async () => (await import("./user")).user,
  rekey: async () => (await import("./secrets/rekey")).rekey,
  login: async () => (await import("./client/login")).login,
  logout: async () => (await import("./client/logout")).logout,
  projects: async () => (await import("./client/projects")).projects,
  templates: async () => (await import("./client/templates")).templates,
  template: async () => (await import("./template")).template,
  tasks: async () => (await import("./client/tasks")).tasks,
  run: async () => (await import("./client/run")).run,
  rerun: async () => (await import("./client/rerun")).rerun,
  stop: async () => (await import("./client/stop")).stop,
  artifacts: async () => (await import("./client/artifacts")).artifacts,
  outputs: async () => (await import("./client/outputs")).outputs,
  confirm: async () => (await import("./client/confirm")).confirm,
  approve: async () => (await import("./client/decide")).approve,
  reject: async () => (await import("./client/decide")).reject,
  skip: async () => (await import("./client/decide")).skip,
  done: async () => (await import("./client/decide")).done,
  resume: async () => (await import("./client/resume")).resume,
  state: async () => (await import("./state")).state,
  compare: async () => (await import("./client/compare")).compare,
  drift: async () => (await import("./client/drift")).drift,
  logs: async () => (await import("./client/logs")).logs,
  backup: async () => (await import("./client/backup")).backup,
  import: async () => (await import("./import")).importProjects,
  version: async () => (await import("./help")).version,
  help: async () => (await import("./help")).help,
};

/** These run until they are stopped, also when their output can't be written. */
const SERVICES = ["start", "runner"];

const ALIASES = new Map([
  ["--version", "version"],
  ["-v", "version"],
  ["--help", "help"],
  ["-h", "help"],
]);

async function main([first = "help", ...words]: string[]): Promise<number | undefined> {
  const name = ALIASES.get(first) ?? first;
  const run = await find(name);
  if (!SERVICES.includes(name)) endWithOutput();
  return run(words);
}

async function find(name: string): Promise<Command> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) throw new CommandProblem(`signalbox has no command "${name}"; try: signalbox help`);
  return load();
}

await runCommand(() => main(process.argv.slice(2)));
