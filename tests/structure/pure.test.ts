import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PURE_FOLDERS } from "../../vitest.config";
import { ROOT } from "./sources";

/** What one file would leave to the next, because they share modules and the process. */
const LEAVES_TRACES =
  /\bfreshDatabase\b|\binject\(|\bprocess\.(?:env|chdir|on)\b|\bvi\.(?:do)?[mM]ock\(|\bglobalThis\b/;
const UNDONE = [
  ["vi.useFakeTimers", "vi.useRealTimers"],
  ["vi.stubGlobal", "vi.unstubAllGlobals"],
  ["vi.spyOn", "vi.restoreAllMocks"],
] as const;

test("pure tests leave nothing behind", () => {
  const files = readdirSync(join(ROOT, "tests"), { recursive: true, encoding: "utf8" }).filter(
    (name) => PURE_FOLDERS.some((folder) => name.startsWith(`${folder}/`)) || name.endsWith("/rules.test.ts"),
  );
  expect(files.length).toBeGreaterThan(100);
  const problems = files
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(ROOT, "tests", name), "utf8");
      const kept = UNDONE.filter(([does, undoes]) => text.includes(does) && !text.includes(undoes)).map(
        ([does]) => does,
      );
      return [...(LEAVES_TRACES.exec(text) ?? []), ...kept].map((what) => `tests/${name}: ${what}`);
    });
  expect(problems).toEqual([]);
});
