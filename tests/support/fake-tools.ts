import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findTool } from "./tools";

const FAKES: Record<string, string> = { pulumi: "fake-pulumi.sh", pwsh: "fake-pwsh.sh" };

/**
 * A PATH with recorded fakes of programs that no package source carries. `tofu` is terraform under another name. Installed
 * programs are left out, so that the real ones are used.
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
