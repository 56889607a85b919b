import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Access, describeAccess } from "@/lib/access/access";
import type { Operation } from "@/lib/operation/define";
import { ROOT, sources } from "./sources";

type Exported = { operation?: Operation; access?: Access };

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Only next-auth's handler under /api is not ours. */
const EXEMPT = ["app/api/auth/[...nextauth]/route.ts"];

const routeFiles = () => sources().filter(({ path }) => /^app\/api\/.*route\.ts$/.test(path) && !EXEMPT.includes(path));

async function endpoints(): Promise<{ route: string; method: string; handler: Exported }[]> {
  const all = await Promise.all(
    routeFiles().map(async ({ path }) => {
      const module: Record<string, Exported> = await import(join(ROOT, path));
      const route = path.replace(/^app/, "").replace(/\/route\.ts$/, "");
      return Object.entries(module).map(([method, handler]) => ({ route, method, handler }));
    }),
  );
  return all.flat();
}

describe("the pipeline is the only entry point", () => {
  test("every export of a route is an HTTP method made by endpoint() or rawEndpoint()", async () => {
    const strangers = (await endpoints()).filter(
      ({ method, handler }) => !METHODS.includes(method) || !(handler.operation ?? handler.access),
    );
    expect(strangers.map(({ route, method }) => `${method} ${route}`)).toEqual([]);
  });

  test("every server action is made by action() from an operation", () => {
    const broken = sources()
      .filter(({ text }) => /^"use server"/m.test(text))
      .filter(({ path, text }) => {
        const statements = text
          .replace(/^\/\*\*.*\*\/\n/gm, "")
          .split(/;\n/)
          .map((statement) => statement.trim())
          .filter(Boolean);
        const allowed = /^("use server"|import [\s\S]*|export const \w+ = action\((operations|\w+Operations)\.\w+\))$/;
        return (
          !/^lib\/\w+\/actions\.ts$/.test(path) ||
          !statements.every((statement) => allowed.test(statement.replace(/;$/, "")))
        );
      });
    expect(broken.map(({ path }) => path)).toEqual([]);
  });

  test("only one module begins transactions", () => {
    const knowsDriver = sources().filter(({ text }) => /from "(postgres|@\/db\/connect)"/.test(text));
    const begins = knowsDriver.filter(({ text }) => /\.begin\b/.test(text));
    expect(begins.map(({ path }) => path)).toEqual(["db/driver.ts"]);
  });

  test("only one module announces changes, and it can't fail", () => {
    const announces = sources().filter(({ text }) => /import \{[^}]*\bnotify\b[^}]*\} from "@\/db\/notify"/.test(text));
    expect(announces.map(({ path }) => path)).toEqual(["lib/operation/announce.ts"]);
  });

  test("operation names are unique", async () => {
    const operations = new Set((await endpoints()).map(({ handler }) => handler.operation).filter(Boolean));
    const names = [...operations].map((operation) => operation?.name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("the access matrix is as agreed", async () => {
    const matrix = (await endpoints())
      .map(
        ({ route, method, handler }) =>
          `${method.padEnd(6)} ${route.padEnd(64)} ${describeAccess(handler.operation?.access ?? handler.access ?? { kind: "public" })}`,
      )
      .sort((a, b) => a.slice(7).localeCompare(b.slice(7)));
    await expect(`${matrix.join("\n")}\n`).toMatchFileSnapshot("access-matrix.txt");
  });
});
