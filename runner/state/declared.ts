import { blocksIn, readCode } from "@/runner/state/code";
import type { Block } from "@/runner/state/hcl";

/** Where code says that its state belongs. `cloud` is a type of its own here. */
export type Declared = {
  type: string;
  /** Values that are plain text; null: anything else. */
  settings: Record<string, string | null>;
  /** The file that says so. */
  file: string;
};

/** The backend that the code in a folder declares, as the tool would find it; null: none. Throws TaskProblem. */
export async function declaredBackend(folder: string, app: string): Promise<Declared | null> {
  const files = await readCode(folder, app, { inHcl, inJson });
  return files.flatMap(({ file, found }): Declared[] => (found ? [{ ...found, file }] : [])).at(-1) ?? null;
}

type Found = Omit<Declared, "file">;

function inHcl(all: Block[]): Found | null {
  const inner = all
    .filter(({ type, labels }) => type === "terraform" && labels.length === 0)
    .flatMap(({ blocks }) => blocks);
  const block = inner.findLast(({ type }) => type === "backend" || type === "cloud");
  if (!block) return null;
  return { type: block.type === "cloud" ? "cloud" : (block.labels[0] ?? ""), settings: block.settings };
}

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
