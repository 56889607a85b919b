import { CommandProblem } from "./problem";
import type { Command } from "./terminal/command";
import { printLine } from "./terminal/print";

const COMMANDS: Record<string, () => Promise<Command>> = {
  list: async () => (await import("./user/list")).list,
  add: async () => (await import("./user/add")).add,
  password: async () => (await import("./user/password")).password,
  delete: async () => (await import("./user/delete")).remove,
};

const USAGE = `Usage: signalbox user <command>

  list                 all accounts
  add <username>       makes an account
  password <username>  sets a password; for when nobody can sign in any more
  delete <username>    deletes an account

They work on the server's own database, whether Signalbox runs or not: the one of DATABASE_URL, else that of the data
folder (SIGNALBOX_DATA_DIR, ./data). Run them on the server as the user who runs it.
`;

/** `signalbox user`: manages accounts without signing in. */
export async function user([name = "--help", ...words]: string[]): Promise<number | undefined> {
  if (name === "--help" || name === "-h") return printLine(USAGE) ?? 0;
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) throw new CommandProblem(`signalbox user has no command "${name}"; try: signalbox user --help`);
  return (await load())(words);
}
