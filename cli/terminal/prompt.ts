import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import { CommandProblem, EXIT } from "../problem";

/** Prompts on stderr, so that stdout only holds results. Throws without a terminal. */
export async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandProblem(`No terminal to prompt on for: ${question.replace(/: $/, "")}`);
  return readLine(question, process.stderr);
}

/** Prompts without echoing the input; without a terminal it reads the first line of stdin. */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await readAll(process.stdin)).split(/\r?\n/, 1)[0] ?? "";
  const silent = new Writable({ write: (_bytes, _encoding, done) => done() });
  const answer = readLine("", silent);
  // Prompt after readline has started: until then the terminal echoes what is typed.
  process.stderr.write(question);
  try {
    return await answer;
  } finally {
    process.stderr.write("\n");
  }
}

/** On a terminal it asks twice, because the input isn't visible. */
export async function askNewSecret(question: string, mismatch: string): Promise<string> {
  const secret = await askSecret(question);
  if (process.stdin.isTTY && (await askSecret("Repeat it: ")) !== secret) throw new CommandProblem(mismatch);
  return secret;
}

export const askNewPassword = (username: string): Promise<string> =>
  askNewSecret(`New password of ${username}: `, "The passwords don't match");

function readLine(question: string, output: NodeJS.WritableStream): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  return new Promise<string>((resolve, reject) => {
    // Both Ctrl-D and Ctrl-C close it; after an answer the promise has already settled.
    lines.once("close", () => reject(new CommandProblem("Cancelled", EXIT.interrupted)));
    lines.question(question, resolve);
  }).finally(() => lines.close());
}
