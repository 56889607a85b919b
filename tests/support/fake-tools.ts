import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findTool } from "./tools";

const FAKES: Record<string, string> = { pulumi: "fake-pulumi.sh", pwsh: "fake-pwsh.sh" };

/**
 * A PATH with programs that no package source carries, as recorded. `tofu` is terraform by another name. A real one is
 * left out, so that it is found instead of the fake.
 */
export function pathWith(folder: string, ...names: string[]): string {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  for (const name of names) {
    if (findTool(name)) continue;
    const path = join(bin, name);
    if (name === "tofu") writeFileSync(path, '#!/bin/sh\nexec terraform "$@"\n', { mode: 0o755 });
    else copyFileSync(fileURLToPath(new URL(`./${FAKES[name]}`, import.meta.url)), path);
  }
  return [bin, process.env.PATH].join(delimiter);
}
