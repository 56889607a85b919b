import { expect, test } from "vitest";
import { NOUN_LEVELS, ZONES } from "./rules";
import { type Source, sources } from "./sources";

const isOwn = (target: string) => /^(app|components|lib|db|runner|cli|messages|tests|package\.json)(\/|$)/.test(target);

test("every file imports only what its zone allows", () => {
  const broken = sources().flatMap((source) => {
    const zone = ZONES.find(({ files }) => files.test(source.path));
    if (!zone) return [`${source.path} belongs to no zone`];
    return source.imports
      .filter(
        ({ target, typeOnly }) =>
          !(isOwn(target) ? zone.may.test(target) : typeOnly || !zone.packages || zone.packages.test(target)),
      )
      .map(({ target }) => `${source.path} (${zone.name}) imports ${target}`);
  });
  expect(broken).toEqual([]);
});

test("a noun imports only nouns of the levels before its own", () => {
  const levelOf = (path: string) =>
    NOUN_LEVELS.findIndex((nouns) => nouns.some((noun) => path.startsWith(`lib/${noun}/`)));
  const nounOf = (path: string) => path.split("/")[1];
  const broken = sources().flatMap((source) => {
    const level = levelOf(source.path);
    if (level < 0) return [];
    return source.imports
      .filter(({ target, typeOnly }) => !typeOnly && levelOf(target) >= level && nounOf(target) !== nounOf(source.path))
      .map(({ target }) => `${source.path} imports ${target}`);
  });
  expect(broken).toEqual([]);
});

test("imports form no cycle, not even type imports", () => {
  const byPath = new Map(sources().map((source) => [source.path.replace(/\.tsx?$/, ""), source]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
    const source = byPath.get(path);
    if (!source || done.has(path) || trail.includes(path)) return;
    for (const { target } of source.imports) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of byPath.keys()) visit(path, []);
  expect(circles).toEqual([]);
});

/** These would pull Next into the custom server and the runner bundle, or assume the context of a Next request. */
test("nothing below app/api imports Next", () => {
  const byPath = new Map(sources().map((source) => [source.path.replace(/\.tsx?$/, ""), source]));
  const reached = new Set<Source>();
  const walk = (source: Source | undefined) => {
    if (!source || reached.has(source)) return;
    reached.add(source);
    for (const { target, typeOnly } of source.imports) if (!typeOnly) walk(byPath.get(target));
  };
  for (const source of sources())
    if (/^app\/api\/.*route\.ts$/.test(source.path) && !source.path.includes("[...")) walk(source);
  const broken = [...reached].flatMap((source) =>
    source.imports
      .filter(({ target, typeOnly }) => !typeOnly && /^(next($|\/)|next-intl|server-only)/.test(target))
      .map(({ target }) => `${source.path} imports ${target}`),
  );
  expect(broken).toEqual([]);
});
