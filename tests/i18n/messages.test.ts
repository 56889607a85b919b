import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
import { LANGUAGES, type Locale, toLanguageTag } from "@/lib/i18n/locale";
import { ROOT, sources } from "../structure/sources";

type Texts = Map<string, string>;

function textsOf(locale: string): Texts {
  const texts: Texts = new Map();
  const walk = (node: object, path: string) => {
    for (const [name, value] of Object.entries(node)) {
      if (typeof value === "string") texts.set(path + name, value);
      else walk(value, `${path}${name}.`);
    }
  };
  walk(JSON.parse(readFileSync(join(ROOT, "messages", `${locale}.json`), "utf8")), "");
  return texts;
}

/** Names of arguments and tags, each once: what the code passes and what it gets back. */
const namesIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\s*(\w+)\s*[,}]|<(\w+)>/g)].map((match) => match[1] ?? `<${match[2]}>`))].sort();

const english = textsOf("en");

const linesOf = (name: string): string[] =>
  readFileSync(join(ROOT, "components/language", name), "utf8")
    .split("\n")
    .map((line) => line.trim());

describe.each(Object.keys(LANGUAGES) as Locale[])("the messages in %s", (locale) => {
  const texts = textsOf(locale);

  test("have all keys, and no others", () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    expect([...texts].filter(([, text]) => text.trim() === "").map(([key]) => key)).toEqual([]);
  });

  test("are those that pages in this language load", () => {
    const file = `import("@/messages/${locale}.json`;
    expect(linesOf("texts.tsx")).toContain(
      `${locale}: dynamic(async () => provide("${locale}", await ${file}?first"))),`,
    );
    expect(linesOf("more-texts.tsx")).toContain(
      `${locale}: dynamic(async () => complete("${locale}", await ${file}?more"))),`,
    );
    expect(linesOf("loaded-texts.ts")).toContain(`${locale}: () => ${file}?more"),`);
  });

  test("take the same arguments as the English ones", () => {
    const different = [...texts].filter(([key, text]) => {
      return JSON.stringify(namesIn(text)) !== JSON.stringify(namesIn(english.get(key) ?? ""));
    });
    expect(different).toEqual([]);
  });

  test("can be formatted in singular and plural", () => {
    const messages = JSON.parse(readFileSync(join(ROOT, "messages", `${locale}.json`), "utf8"));
    const faults: string[] = [];
    const t = createTranslator({
      locale: toLanguageTag(locale),
      messages,
      onError: (error) => faults.push(error.message),
    });
    for (const [key, text] of texts) for (const count of [0, 1, 2, 5, 21]) t.rich(key as never, valuesFor(text, count));
    expect(faults).toEqual([]);
  });
});

/** Every string and template in the sources that may be a key or its end; an expression in a template stands for one name. */
function namedKeys(): RegExp {
  const texts = sources().map(({ text }) => text);
  const strings = texts.flatMap((text) => [...text.matchAll(/["`]((?:[\w.]|\$\{[^{}`]*\})+)["`]/g)]);
  const forms = new Set(strings.map(([, string = ""]) => string.replace(/\$\{[^}]*\}/g, "*")));
  const ends = [...forms].filter((form) => /\w/.test(form));
  return new RegExp(`(^|\\.)(${ends.join("|").replaceAll(".", "\\.").replaceAll("*", "[\\w-]+")})$`);
}

test("every text is named by a source", () => {
  const named = namedKeys();
  expect([...english.keys()].filter((key) => !named.test(key))).toEqual([]);
});

/** A number fits every type of argument; a tag keeps its content. */
function valuesFor(text: string, count: number): never {
  const values = namesIn(text).map((name) =>
    name.startsWith("<") ? [name.slice(1, -1), (inner: unknown) => inner] : [name, count],
  );
  return Object.fromEntries(values) as never;
}
