import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import paths from "@/lib/i18n/first-texts.json";
import { pickTexts } from "@/lib/i18n/pick-texts";
import screenTexts from "@/lib/i18n/screen-texts.json";
import messages from "@/messages/en.json";
import { splitTexts } from "@/scripts/texts.mjs";
import { browserModules, everythingBelow, KEYS, keysOf, textsOf } from "../structure/browser-modules";
import { ROOT } from "../structure/sources";

const MORE = "components/language/more-texts.tsx";
const covers = (paths: string[]) => (key: string) => paths.some((path) => key === path || key.startsWith(`${path}.`));
const isFirst = covers(paths);

/** What Next renders, with its modules that run in the browser, and the texts that its page contains. */
const screens = readdirSync(join(ROOT, "app"), { recursive: true, encoding: "utf8" })
  .filter((name) => /(^|\/)(page|layout|error|not-found)\.tsx$/.test(name))
  .map((name) => ({ path: `app/${name}`, modules: [...browserModules(`app/${name}`)], own: ownTexts(`app/${name}`) }));
const withMore = screens.filter(({ modules }) => modules.some(({ path }) => path === MORE));
const withoutMore = screens.filter((screen) => !withMore.includes(screen));
const missing = (keys: string[], own: string[]): string[] => keys.filter((key) => !isFirst(key) && !covers(own)(key));

/** Of the screen's name in its ScreenTexts. */
function ownTexts(path: string): string[] {
  const files = [...everythingBelow(path)].filter((module) => module.path.startsWith("app/"));
  const texts = files.map((module) => readFileSync(join(ROOT, module.path), "utf8")).join("\n");
  const names = [...texts.matchAll(/<ScreenTexts of="(\w+)"/g)].map(([, name]) => name as keyof typeof screenTexts);
  return names.flatMap((name) => screenTexts[name]);
}

describe("the texts of a first visit", () => {
  test("are all that screens show at once, unless they are within MoreTexts", () => {
    const lacking = withoutMore.map(({ path, modules, own }) => ({ path, texts: missing(textsOf(modules), own) }));
    expect(lacking.filter(({ texts }) => texts.length > 0)).toEqual([]);
  });

  test("are not enough for the screens within MoreTexts", () => {
    expect(withMore.length).toBeGreaterThan(3);
    expect(
      withMore.filter(({ modules, own }) => missing(textsOf(modules), own).length === 0).map(({ path }) => path),
    ).toEqual([]);
  });

  test("are enough for code that is loaded later, or it is loaded with the others", () => {
    const wrong = withoutMore
      .flatMap(({ own, modules }) =>
        modules.flatMap(({ path: from, loads }) => loads.map((load) => ({ from, own, ...load }))),
      )
      .filter(({ path, own, withTexts }) => !withTexts && missing(textsOf(loadedWithoutTexts(path)), own).length > 0);
    expect(wrong).toEqual([]);
  });

  test("are not enough for what is loaded with the others", () => {
    const loads = withoutMore.flatMap(({ own, modules }) =>
      modules.flatMap((module) => module.loads.filter(({ withTexts }) => withTexts).map(({ path }) => ({ own, path }))),
    );
    const lacking = loads.filter(({ own, path }) => missing(textsOf(everythingBelow(path)), own).length > 0);
    const paths = (all: typeof loads) => [...new Set(all.map(({ path }) => path))].sort();
    expect(paths(lacking)).toEqual(paths(loads));
  });

  test("contain none that no screen shows at once, nor code that is loaded without texts", () => {
    const used = textsShown(withoutMore);
    expect(unused(paths, used)).toEqual([]);
    for (const { path, own } of withoutMore) expect(own.filter(isFirst), path).toEqual([]);
    for (const [name, own] of Object.entries(screenTexts)) {
      const shown = withoutMore.filter((screen) => own.every((key) => screen.own.includes(key)));
      expect(unused(own, textsShown(shown)), name).toEqual([]);
    }
  });
});

/** A module that is loaded later, and what it may load itself, but for what comes with its texts. */
const loadedWithoutTexts = (path: string) => everythingBelow(path, ({ withTexts }) => !withTexts);

function textsShown(some: typeof screens): string[] {
  const modules = new Set(some.flatMap((screen) => screen.modules));
  const later = [...modules].flatMap(({ loads }) => loads.filter(({ withTexts }) => !withTexts));
  const paths = new Set(later.map(({ path }) => path));
  return textsOf([...modules, ...[...paths].flatMap((path) => [...loadedWithoutTexts(path)])]);
}

const unused = (paths: string[], used: string[]): string[] =>
  paths.filter((path) => !used.some((key) => key === path || key.startsWith(`${path}.`)));

test("the texts of a screen are picked from all", () => {
  for (const own of Object.values(screenTexts))
    expect(pickTexts(messages, own)).toEqual(splitTexts(messages, own).first);
});

test("the two parts of a language are together the whole of it", () => {
  const { first, more } = splitTexts(messages, paths);
  expect(keysOf(first).filter((key) => !isFirst(key))).toEqual([]);
  expect(keysOf(more).filter(isFirst)).toEqual([]);
  expect([...keysOf(first), ...keysOf(more)].sort()).toEqual([...KEYS].sort());
});
