import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { codeUnreadable } from "@/lib/protocol/runner-lines";
import { TaskProblem } from "@/runner/job/problem";
import { readSmallFile } from "@/runner/job/small-file";
import { type Block, NotHcl, readBlocks } from "@/runner/state/hcl";

/** What is looked for in a file, by its syntax. */
type Readers<Found> = { inHcl(blocks: Block[]): Found; inJson(json: unknown): Found };

const MAX_FILE_BYTES = 4 * 1024 * 1024;
const OVERRIDE = /^(?:.*_)?override\.(?:tf|tofu)(?:\.json)?$/;

/** What the files of a root module hold, in the order in which later ones override. Throws TaskProblem. */
export async function readCode<Found>(
  folder: string,
  app: string,
  readers: Readers<Found>,
): Promise<{ file: string; found: Found }[]> {
  const all: { file: string; found: Found }[] = [];
  for (const file of await codeFiles(folder, app)) {
    const text = await readSmallFile(join(folder, file), MAX_FILE_BYTES);
    if (text === null) throw new TaskProblem("repository_invalid", `${file} cannot be read`);
    all.push({ file, found: readFile(text, file, readers) });
  }
  return all;
}

/** Those that the tool reads. */
async function codeFiles(folder: string, app: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  const visible = names.filter((name) => !/^[.#]|[~#]$/.test(name)).sort();
  const read = visible.filter((name) =>
    app === "tofu" ? isTofuCode(name, new Set(visible)) : /\.tf(?:\.json)?$/.test(name),
  );
  return [...read.filter((name) => !OVERRIDE.test(name)), ...read.filter((name) => OVERRIDE.test(name))];
}

/** OpenTofu reads x.tofu instead of x.tf. */
function isTofuCode(name: string, all: ReadonlySet<string>): boolean {
  const [, ending] = /\.(tf|tofu)(?:\.json)?$/.exec(name) ?? [];
  return ending === "tofu" || (ending === "tf" && !all.has(name.replace(/\.tf(\.json)?$/, ".tofu$1")));
}

function readFile<Found>(text: string, file: string, { inHcl, inJson }: Readers<Found>): Found {
  try {
    return file.endsWith(".json") ? inJson(JSON.parse(text)) : inHcl(readBlocks(text));
  } catch (error) {
    if (!(error instanceof NotHcl || error instanceof SyntaxError)) throw error;
    const line = error instanceof NotHcl ? text.slice(0, error.at).split("\n").length : null;
    throw new TaskProblem("repository_invalid", codeUnreadable(file, line, error.message));
  }
}

const JsonBlock = z.record(z.string(), z.unknown());
type JsonBlock = z.output<typeof JsonBlock>;

/** A block in JSON is an object, or several in a list. */
export const blocksIn = (value: unknown): JsonBlock[] =>
  (Array.isArray(value) ? value : [value]).flatMap((candidate): JsonBlock[] => {
    const { data } = JsonBlock.safeParse(candidate);
    return data ? [data] : [];
  });
