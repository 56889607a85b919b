import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

describe("the route table", () => {
  const said = execFileSync(process.execPath, ["scripts/routes.mjs"], { cwd: root, encoding: "utf8" });
  const text = readFileSync(`${root}lib/server/routes.gen.ts`, "utf8");
  const files = [...text.matchAll(/ from "@\/(app\/.+)";/g)].map((match) => `${match[1]}.ts`);
  const paths = [...text.matchAll(/path: "(.+?)"/g)].map((match) => match[1] ?? "");

  it("imports every route module, under its path", () => {
    expect(said).toBe(`${paths.length} routes\n`);
    expect(files).toHaveLength(paths.length);
    for (const file of files) expect(existsSync(`${root}${file}`), file).toBe(true);
    for (const [index, path] of paths.entries()) {
      expect(files[index]).toBe(`app${path.replace(/:([^/]+)/g, "[$1]")}/route.ts`);
    }
  });

  it("leaves catch-alls to Next", () => {
    expect(text).not.toContain("[...");
  });

  it("lists literal segments before parameters, so that the first match is the right one", () => {
    const pattern = (path: string) => new RegExp(`^${path.replace(/:[^/]+/g, "[^/]+")}$`);
    for (const [index, path] of paths.entries()) {
      const earlier = paths.slice(0, index).filter((other) => pattern(other).test(path));
      expect(earlier, path).toEqual([]);
    }
  });
});
