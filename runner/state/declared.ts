import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { codeUnreadable } from "@/lib/protocol/runner-lines";
import { TaskProblem } from "@/runner/job/problem";
import { readSmallFile } from "@/runner/job/small-file";
import { NotHcl, readBlocks } from "@/runner/state/hcl";

/** Where code says that its state belongs. `cloud` is a type of its own here. */
export type Declared = {
  type: string;
  /** Values that are plain text; null: anything else. */
  settings: Record<string, string | null>;
  /** The file that says so. */
  file: string;
};

const MAX_FILE_BYTES = 4 * 1024 * 1024;
const OVERRIDE = /^(?:.*_)?override\.(?:tf|tofu)(?:\.json)?$/;

/** The backend that the code in a folder declares, as the tool would find it; null: none. Throws TaskProblem. */
export async function declaredBackend(folder: string, app: string): Promise<Declared | null> {
  let last: Declared | null = null;
  for (const file of await codeFiles(folder, app)) {
    const text = await readSmallFile(join(folder, file), MAX_FILE_BYTES);
    if (text === null) throw new TaskProblem("workspace_failed", `${file} cannot be read`);
    last = readDeclared(text, file) ?? last;
  }
  return last;
}

/** Those that the tool reads, in the order in which later ones override. */
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

function readDeclared(text: string, file: string): Declared | null {
  try {
    const found = file.endsWith(".json") ? inJson(JSON.parse(text)) : inHcl(text);
    return found && { ...found, file };
  } catch (error) {
    if (!(error instanceof NotHcl || error instanceof SyntaxError)) throw error;
    const line = error instanceof NotHcl ? text.slice(0, error.at).split("\n").length : null;
    throw new TaskProblem("workspace_failed", codeUnreadable(file, line, error.message));
  }
}

type Found = Omit<Declared, "file">;

function inHcl(text: string): Found | null {
  const inner = readBlocks(text)
    .filter(({ type, labels }) => type === "terraform" && labels.length === 0)
    .flatMap(({ blocks }) => blocks);
  const block = inner.findLast(({ type }) => type === "backend" || type === "cloud");
  if (!block) return null;
  return { type: block.type === "cloud" ? "cloud" : (block.labels[0] ?? ""), settings: block.settings };
}

const JsonBlock = z.record(z.string(), z.unknown());

/** A block in JSON is an object, or several in a list. */
const blocksIn = (value: unknown): z.output<typeof JsonBlock>[] =>
  (Array.isArray(value) ? value : [value]).flatMap((candidate): z.output<typeof JsonBlock>[] => {
    const { data } = JsonBlock.safeParse(candidate);
    return data ? [data] : [];
  });

function inJson(json: unknown): Found | null {
  const inner = blocksIn(json).flatMap(({ terraform }) => blocksIn(terraform));
  const found = inner.flatMap((block): Found[] => [
    ...blocksIn(block.backend).flatMap((backends) =>
      Object.entries(backends).map(([type, settings]) => ({ type, settings: plainSettings(settings) })),
    ),
    ...("cloud" in block ? [{ type: "cloud", settings: {} }] : []),
  ]);
  return found.at(-1) ?? null;
}

const plainSettings = (settings: unknown): Found["settings"] =>
  Object.fromEntries(
    blocksIn(settings)
      .flatMap(Object.entries)
      .map(([name, value]) => [name, typeof value === "string" && !/[$%]\{/.test(value) ? value : null]),
  );
