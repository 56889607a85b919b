import { expect, test } from "vitest";
import { browserUses, serverRendered } from "./rendering";

test("server components use no state, effect, handler or context", () => {
  const broken = [...serverRendered()]
    .map((source) => ({ path: source.path, uses: browserUses(source) }))
    .filter(({ uses }) => uses.length > 0)
    .map(({ path, uses }) => `${path} needs "use client" for ${uses.join(", ")}`);
  expect(broken).toEqual([]);
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
