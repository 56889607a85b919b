import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hasDirective, idleDirectives, serverRendered } from "./rendering";
import { ROOT, type Source, sources } from "./sources";
import { syntax } from "./syntax";

/** Most of components/ui is shadcn's, in a style of its own. */
const isOwn = ({ path }: { path: string }): boolean => !path.startsWith("components/ui/");

const own = (): Source[] => sources().filter(isOwn);
const ownSyntax = () => syntax().filter(isOwn);

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

const codeLines = (): number => sum(own().map(({ lines }) => lines));

/** The value that a share of the list doesn't exceed. */
function quantile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;
}

export const fileLines = (share: number): number =>
  quantile(
    own().map(({ lines }) => lines),
    share,
  );

export const functionLines = (share: number): number =>
  quantile(
    ownSyntax().flatMap(({ functions }) => functions),
    share,
  );

export const castsPerThousandLines = (): number => (sum(ownSyntax().map(({ casts }) => casts)) * 1000) / codeLines();

export const count = (what: "any" | "nonNull" | "emptyCatches"): number => sum(syntax().map((file) => file[what]));

export const commentShare = (): number =>
  (sum(ownSyntax().map(({ commentLines }) => commentLines)) * 100) / codeLines();

const shareOfScreens = (fits: (screen: Source) => boolean): number => {
  const screens = own().filter(({ path }) => path.endsWith(".tsx"));
  return (screens.filter(fits).length * 100) / screens.length;
};

/** The share of screens with a client directive. */
export const directiveShare = (): number => shareOfScreens(hasDirective);

/** Those and everything that only they import, with or without the directive. */
export function browserShare(): number {
  const rendered = serverRendered();
  return shareOfScreens((screen) => !rendered.has(screen));
}

export const idleDirectiveCount = (): number => idleDirectives().filter(isOwn).length;

const MAX_CRUMB = 15;

/** Next wants each of them apart: they only name what they hand out. */
const isDoor = (path: string): boolean => /^app\/.*\/route\.ts$|^lib\/[^/]+\/actions\.ts$/.test(path);

export const crumbs = (): number => own().filter(({ path, lines }) => lines <= MAX_CRUMB && !isDoor(path)).length;

/** Depth of nested folders, outside `app`. */
export const folderDepth = (): number =>
  Math.max(...own().map(({ path }) => (path.startsWith("app/") ? 0 : path.split("/").length - 1)));

/** Files on the longest chain of value imports. */
export function longestChain(): string[] {
  const byPath = new Map(sources().map((source) => [source.path.replace(/\.tsx?$/, ""), source]));
  const longest = new Map<string, string[]>();
  const chainFrom = (path: string): string[] => {
    const known = longest.get(path);
    if (known) return known;
    const next = (byPath.get(path)?.imports ?? []).filter(({ target, typeOnly }) => !typeOnly && byPath.has(target));
    const chains = next.map(({ target }) => chainFrom(target));
    const chain = [path, ...(chains.sort((a, b) => b.length - a.length)[0] ?? [])];
    longest.set(path, chain);
    return chain;
  };
  return [...byPath.keys()].map(chainFrom).reduce((a, b) => (b.length > a.length ? b : a), []);
}

/** Lines of tests for each line of code. */
export function testsToCode(): number {
  const names = readdirSync(join(ROOT, "tests"), { recursive: true, encoding: "utf8" });
  const texts = names
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => readFileSync(join(ROOT, "tests", name), "utf8"));
  return sum(texts.map((text) => text.trimEnd().split("\n").length)) / codeLines();
}
