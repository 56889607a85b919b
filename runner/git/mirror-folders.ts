import { createHash } from "node:crypto";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "@/lib/process/error-code";

type Mirror = { name: string; number: number };

export const mirrorsFolder = (dataDir: string): string => join(dataDir, "mirrors");

/**
 * The folder of a repository's mirror, whether it is there yet or not. One that is replaced keeps its place, because checkouts
 * share its objects; its successor has a higher number.
 */
export function newestMirror(dataDir: string, url: string): string {
  return pathOf(dataDir, newestOf(dataDir, url));
}

/** From then on, another folder is the newest one. */
export function replaceMirror(dataDir: string, url: string): void {
  const { name, number } = newestOf(dataDir, url);
  mkdirSync(pathOf(dataDir, { name, number: number + 1 }), { mode: 0o700 });
}

/** The folders of all mirrors that have a successor. */
export function replacedMirrors(dataDir: string): string[] {
  const all = findMirrors(dataDir);
  const hasSuccessor = ({ name, number }: Mirror) => all.some((other) => other.name === name && other.number > number);
  return all.filter(hasSuccessor).map((mirror) => pathOf(dataDir, mirror));
}

function newestOf(dataDir: string, url: string): Mirror {
  const name = createHash("sha256").update(url).digest("hex").slice(0, 32);
  const same = findMirrors(dataDir).filter((mirror) => mirror.name === name);
  return { name, number: Math.max(0, ...same.map(({ number }) => number)) };
}

function findMirrors(dataDir: string): Mirror[] {
  return namesIn(mirrorsFolder(dataDir)).flatMap((entry) => {
    const [, name, number = "0"] = /^([0-9a-f]{32})(?:\.([0-9]{1,9}))?$/.exec(entry) ?? [];
    return name === undefined ? [] : [{ name, number: Number(number) }];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

const pathOf = (dataDir: string, { name, number }: Mirror): string =>
  join(mirrorsFolder(dataDir), number === 0 ? name : `${name}.${number}`);
