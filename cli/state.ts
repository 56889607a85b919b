import { CommandProblem } from "./problem";
import type { Command } from "./terminal/command";
import { printLine } from "./terminal/print";

const COMMANDS: Record<string, () => Promise<Command>> = {
  list: async () => (await import("./state/look")).list,
  versions: async () => (await import("./state/look")).versions,
  pull: async () => (await import("./state/pull")).pull,
  push: async () => (await import("./state/change")).push,
  rollback: async () => (await import("./state/change")).rollback,
  unlock: async () => (await import("./state/change")).unlock,
};

const USAGE = `Usage: signalbox state <command>

  list                     the states of a project, with their locks
  versions <state>         the versions of a state, newest first
  pull <state>             prints a state, the newest version or another one
  push <state> <file>      makes a file the newest version
  rollback <state> <version>
                           makes an older version the newest again, as a new version
  unlock <state>           breaks the lock of a state

States hold secrets: pull, push, rollback and unlock need the role manager.
`;

/** `signalbox state`: the states of Terraform, OpenTofu and Pulumi that a project stores. */
export async function state([name = "--help", ...words]: string[]): Promise<number | undefined> {
  if (name === "--help" || name === "-h") return printLine(USAGE) ?? 0;
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) throw new CommandProblem(`signalbox state has no command "${name}"; try: signalbox state --help`);
  return (await load())(words);
}
