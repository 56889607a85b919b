import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import { CommandProblem, EXIT } from "../problem";

/** Asks on the terminal (on stderr, so that stdout stays what was asked for). Fails where there is none. */
export async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandProblem(`No terminal to prompt on for: ${question.replace(/: $/, "")}`);
  return readLine(question, process.stderr);
}

/** Asks without showing what is typed; without a terminal the first line of stdin is taken. */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await readAll(process.stdin)).split(/\r?\n/, 1)[0] ?? "";
  const silent = new Writable({ write: (_bytes, _encoding, done) => done() });
  const answer = readLine("", silent);
  // Only now: the terminal repeats what is typed until the line is being read.
  process.stderr.write(question);
  try {
    return await answer;
  } finally {
    process.stderr.write("\n");
  }
}

/** On a terminal it is asked for twice, as nobody sees what is typed. */
export async function askNewPassword(username: string): Promise<string> {
  const password = await askSecret(`New password of ${username}: `);
  if (process.stdin.isTTY && (await askSecret("Repeat it: ")) !== password)
    throw new CommandProblem("The passwords don't match");
  return password;
}

function readLine(question: string, output: NodeJS.WritableStream): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  return new Promise<string>((resolve, reject) => {
    // Ctrl-D closes it, and so does Ctrl-C; after an answer the promise is settled already.
    lines.once("close", () => reject(new CommandProblem("Cancelled", EXIT.interrupted)));
    lines.question(question, resolve);
  }).finally(() => lines.close());
}
