import { expect, test } from "vitest";
import { browserUses, clientValues, serverRendered } from "./rendering";
import { sources } from "./sources";

test("server components use no state, effect, handler or context", () => {
  const broken = [...serverRendered()]
    .map((source) => ({ path: source.path, uses: browserUses(source) }))
    .filter(({ uses }) => uses.length > 0)
    .map(({ path, uses }) => `${path} needs "use client" for ${uses.join(", ")}`);
  expect(broken).toEqual([]);
});

test("server components take only components from client modules", () => {
  const broken = [...serverRendered()].flatMap((source) =>
    clientValues(source).map((name) => `${source.path}: ${name}`),
  );
  expect(broken).toEqual([]);
});

test("no page body is a size container, in which Chromium loses what it received first", () => {
  const containers = sources().filter(({ text }) => /<(?:PageBody|main)\b[^>]*\B@container/.test(text));
  expect(containers.map(({ path }) => path)).toEqual([]);
});

test("messages with parameters are read by translators only: the build parses them", () => {
  const readers = sources().filter(({ text }) => /useMessages\(\)\.errors/.test(text));
  expect(readers.map(({ path }) => path)).toEqual(["components/problem/use-error-words.ts"]);
});

test.each([
  ["a state", 'import { useState } from "react";', ["useState"]],
  ["a context", 'import { createContext } from "react";', ["createContext"]],
  ["a library's hook", 'import { useRouter } from "next/navigation";', ["useRouter"]],
  ["our own hook with an effect", 'import { useNow } from "@/components/format/use-now";', ["useNow"]],
  ["a handler", "export const Link = () => <a onClick={leave} />;", ["onClick"]],
  ["a ref", "export const Link = () => <a ref={link} />;", ["ref"]],
  ["a property set to undefined", "export const Link = () => <a title={undefined} />;", ["title"]],
  ["a translation", 'import { useTranslations } from "next-intl";', []],
  ["our own hook that translates", 'import { useErrorText } from "@/components/session/use-error-text";', []],
  ["a type", 'import type { useState } from "react";', []],
])("browser features are found in %s", (_, text, uses) => {
  expect(browserUses({ path: "components/example.tsx", text, lines: 1, imports: [] })).toEqual(uses);
});
