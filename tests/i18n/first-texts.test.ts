import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import paths from "@/lib/i18n/first-texts.json";
import messages from "@/messages/en.json";
import { splitTexts } from "@/scripts/texts.mjs";
import { browserModules, everythingBelow, KEYS, keysOf, textsOf } from "../structure/browser-modules";
import { ROOT } from "../structure/sources";

const MORE = "components/language/more-texts.tsx";
const isFirst = (key: string): boolean => paths.some((path) => key === path || key.startsWith(`${path}.`));
const missing = (keys: string[]): string[] => keys.filter((key) => !isFirst(key));

/** What Next renders, with its modules that run in the browser. */
const screens = readdirSync(join(ROOT, "app"), { recursive: true, encoding: "utf8" })
  .filter((name) => /(^|\/)(page|layout|error|not-found)\.tsx$/.test(name))
  .map((name) => ({ path: `app/${name}`, modules: [...browserModules(`app/${name}`)] }));
const withMore = screens.filter(({ modules }) => modules.some(({ path }) => path === MORE));
const withoutMore = screens.filter((screen) => !withMore.includes(screen));
const atOnce = [...new Set(withoutMore.flatMap(({ modules }) => modules))];

describe("the texts of a first visit", () => {
  test("are all that screens show at once, unless they are within MoreTexts", () => {
    const lacking = withoutMore.map(({ path, modules }) => ({ path, texts: missing(textsOf(modules)) }));
    expect(lacking.filter(({ texts }) => texts.length > 0)).toEqual([]);
  });

  test("are not enough for the screens within MoreTexts", () => {
    expect(withMore.length).toBeGreaterThan(3);
    expect(withMore.filter(({ modules }) => missing(textsOf(modules)).length === 0).map(({ path }) => path)).toEqual(
      [],
    );
  });

  test("are enough for code that is loaded later, or it is loaded with the others", () => {
    const loads = atOnce.flatMap(({ path, loads: all }) => all.map((load) => ({ from: path, ...load })));
    const wrong = loads
      .map((load) => ({ ...load, texts: missing(textsOf(everythingBelow(load.path))) }))
      .filter(({ withTexts, texts }) => withTexts !== texts.length > 0)
      .map(({ from, path, withTexts, texts }) => ({ from, path, withTexts, texts: texts.slice(0, 3) }));
    expect(wrong).toEqual([]);
  });

  test("contain none that no screen shows at once", () => {
    const used = textsOf(atOnce);
    expect(paths.filter((path) => !used.some((key) => key === path || key.startsWith(`${path}.`)))).toEqual([]);
  });
});

test("the two parts of a language are together the whole of it", () => {
  const { first, more } = splitTexts(messages, paths);
  expect(keysOf(first).filter((key) => !isFirst(key))).toEqual([]);
  expect(keysOf(more).filter(isFirst)).toEqual([]);
  expect([...keysOf(first), ...keysOf(more)].sort()).toEqual([...KEYS].sort());
});
