import { fileName, losesLetters, withHash } from "../foreign/scripts";
import { bashScript, comment } from "../foreign/shell";
import type { CronLine } from "./parse";
import { isWritten, numbered, type Written, writtenFor } from "./written";

type LineScript = { line: CronLine; commands: readonly string[] };
/** What a line is called, and where its script goes. `was`: what an earlier import wrote there for the same commands. */
type Place = { name: string; path: string; was: string | null };

/**
 * Lines by the comment above them, else by their program, with a number where that repeats. A line whose script is in the
 * folder keeps its name and path, so that no line means another because of lines that were added or removed around it. Lines that
 * run the same are told apart by their times, as is one whose command was changed.
 */
export function withPlaces(scripts: readonly LineScript[], folder: string) {
  const lines = scripts.map(({ line, commands }) => {
    const name = nameOf(line);
    return { line, name, commands, body: bashScript(...commands), written: writtenFor(line, name, folder) };
  });
  const places = new Places(lines, folder);
  for (const line of lines) places.takeWritten(line, ({ body, when }) => body === line.body && when === line.line.when);
  for (const line of lines) places.takeWritten(line, ({ body }) => body === line.body);
  for (const line of lines) places.takeWritten(line, ({ when }) => when === line.line.when);
  for (const line of lines) if (line.line.title !== "") places.takeFree(line);
  for (const line of lines) places.takeFree(line);
  return lines.map((each) => {
    const { line, commands } = each;
    const place = places.takeFree(each);
    return { line, ...place, text: bashScript(comment(`Cron job: ${place.name}\n${line.when}`), ...commands) };
  });
}

type Line = LineScript & { name: string; body: string; written: readonly Written[] };

class Places {
  private readonly places = new Map<Line, Place>();
  private readonly names = new Set<string>();
  private readonly paths = new Set<string>();

  constructor(
    private readonly lines: readonly Line[],
    private readonly folder: string,
  ) {}

  takeWritten(line: Line, fits: (written: Written) => boolean): void {
    if (this.places.has(line)) return;
    const found = line.written.find((each) => this.isFree(each) && fits(each));
    if (!found) return;
    const { name, body, text } = found;
    const path = found.path ?? this.freePath(line, name);
    this.take(line, { name, path, was: path === found.path && body === line.body ? text : null });
  }

  takeFree(line: Line): Place {
    const place = this.places.get(line);
    if (place) return place;
    for (let number = 1; ; number++) {
      const name = numbered(line.name, number);
      if (this.names.has(name)) continue;
      const own = line.written.find((each) => each.name === name && this.isFree(each));
      return this.take(line, { name, path: own?.path ?? this.freePath(line, name), was: null });
    }
  }

  private take(line: Line, place: Place): Place {
    this.places.set(line, place);
    this.names.add(place.name);
    this.paths.add(place.path);
    return place;
  }

  private readonly isFree = ({ name, path }: Written): boolean =>
    !this.names.has(name) && (path === null || !this.paths.has(path));

  /** A path of the line's name and its number in `numberedName`, with a hash where it could be that of another. */
  private freePath({ name }: Line, numberedName: string): string {
    const number = numberedName.slice(name.length).replace(/\D/g, "");
    const ending = number === "" ? ".sh" : `-${number}.sh`;
    const plain = fileName(name);
    const path = plain + ending;
    const isUnclear =
      losesLetters(name) ||
      this.lines.some((line) => line.name !== name && fileName(line.name) === plain) ||
      this.paths.has(path) ||
      isWritten(this.folder, path);
    return isUnclear ? withHash(plain, name) + ending : path;
  }
}

const nameOf = ({ title, command }: CronLine): string => title || programOf(command);

/** Only the program: the rest of a command may hold passwords. */
const programOf = (command: string): string =>
  /^(?:(?:cd\s+\S+\s*(?:&&|;)|\w+=\S*|sudo|nice)\s+)*(?:\S*\/)?([^\s/;&|]+)/.exec(command)?.[1] ?? "command";
