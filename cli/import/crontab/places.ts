import { fileName, readScript } from "../foreign/scripts";
import type { CronLine } from "./parse";

type LineScript = { line: CronLine; text: string };
/** What a line is called, and where its script goes. */
type Place = { name: string; path: string };

/**
 * Lines by the comment above them, else by their program, with a number where that repeats. A line whose script is in the
 * folder keeps its number, so that no line means another because of lines that were added or removed around it.
 */
export function withPlaces(scripts: readonly LineScript[], folder: string): (LineScript & Place)[] {
  const taken = new Set<string>();
  const take = <Found extends Place | null>(place: Found): Found => {
    if (place) taken.add(place.path);
    return place;
  };
  const written = scripts.map((script) => take(writtenPlace(script, folder, taken)));
  return scripts.map((script, at) => ({ ...script, ...(written[at] ?? take(freePlace(script, taken))) }));
}

function writtenPlace({ line, text }: LineScript, folder: string, taken: ReadonlySet<string>): Place | null {
  for (let number = 1; ; number++) {
    const place = placeOf(line, number);
    const there = readScript(folder, place.path);
    if (there === null) return null;
    if (there === text && !taken.has(place.path)) return place;
  }
}

function freePlace({ line }: LineScript, taken: ReadonlySet<string>): Place {
  for (let number = 1; ; number++) {
    const place = placeOf(line, number);
    if (!taken.has(place.path)) return place;
  }
}

function placeOf({ title, command }: CronLine, number: number): Place {
  const name = title || programOf(command);
  const file = fileName(name);
  return number === 1 ? { name, path: `${file}.sh` } : { name: `${name} (${number})`, path: `${file}-${number}.sh` };
}

/** Only the program: the rest of a command may hold passwords. */
const programOf = (command: string): string =>
  /^(?:(?:cd\s+\S+\s*(?:&&|;)|\w+=\S*|sudo|nice)\s+)*(?:\S*\/)?([^\s/;&|]+)/.exec(command)?.[1] ?? "command";
