import { CommandProblem } from "../problem";
import { askNewSecret, askSecret } from "../terminal/prompt";
import { readText } from "../text-file";

/** The passphrase of a backup's states: from a file, the environment, the terminal or stdin, never an argument. */
export async function askStatesPassphrase(file: string | undefined, kind: "new" | "known"): Promise<string> {
  const given = file === undefined ? process.env.SIGNALBOX_BACKUP_PASSPHRASE : firstLine(await readText(file));
  const passphrase = given || (file === undefined ? await ask(kind) : "");
  if (passphrase === "") throw new CommandProblem(`The passphrase ${file === undefined ? "" : `in ${file} `}is empty`);
  return passphrase;
}

const firstLine = (text: string): string => text.split(/\r?\n/, 1)[0] ?? "";

const ask = (kind: "new" | "known"): Promise<string> =>
  kind === "new"
    ? askNewSecret("Passphrase for the states: ", "The passphrases don't match")
    : askSecret("Passphrase of the states: ");
