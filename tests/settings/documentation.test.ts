import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { settingVariables } from "@/lib/settings/settings";

const page = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8");

/** The cells of the first table under a heading, without backticks. */
function tableUnder(heading: string): string[][] {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.slice(1, -1).split("|"))
    .map((cells) => cells.map((cell) => cell.trim().replace(/^`([^`]*)`$/, "$1")));
}

describe("docs/configuration.md", () => {
  it("lists every variable with its default and example, in the order of the schema", () => {
    const rows = tableUnder("The console").map(([name, fallback, , example]) => ({ name, fallback, example }));
    expect(rows).toEqual(settingVariables);
  });

  it("describes each of them", () => {
    for (const [name, , text = ""] of tableUnder("The console")) expect(text.length, name).toBeGreaterThan(20);
  });

  it("lists every variable of a runner", () => {
    const source = readFileSync(new URL("../../runner/config.ts", import.meta.url), "utf8");
    const names = new Set(source.match(/\bSIGNALBOX_[A-Z_]*[A-Z]\b/g));
    expect(
      tableUnder("A runner")
        .map(([name]) => name)
        .toSorted(),
    ).toEqual([...names].toSorted());
  });
});
