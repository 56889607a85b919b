import { open, readFile, stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { CommandProblem } from "./problem";

/** Reads a file, or stdin for `-`. */
export async function readText(file: string): Promise<string> {
  if (file === "-") return decode(await buffer(process.stdin));
  if ((await stat(file)).isDirectory()) throw new CommandProblem(`${file} is a folder`);
  return decode(await readFile(file));
}

/** Without a byte order mark. PowerShell redirects output to files in UTF-16. */
const decode = (bytes: Buffer): string =>
  new TextDecoder(bytes.subarray(0, 2).equals(UTF_16) ? "utf-16le" : "utf-8").decode(bytes);

const UTF_16 = Buffer.from([0xff, 0xfe]);

/** For messages. */
export const nameOf = (file: string): string => (file === "-" ? "stdin" : file);

/** Writes a file that only its owner can read, even if others could before. */
export async function writePrivate(path: string, text: string): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    if ((await file.stat()).isFile()) await file.chmod(0o600);
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}
