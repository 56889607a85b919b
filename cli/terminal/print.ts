import { stripVTControlCharacters } from "node:util";
import { visibleText } from "@/lib/protocol/visible-text";

export const printJson = (value: unknown): undefined =>
  void process.stdout.write(`${visibleText(JSON.stringify(value))}\n`);
export const printLine = (text: string): undefined => void process.stdout.write(`${text}\n`);
/** Prints a line that contains names and messages of others. */
export const printText = (text: string): undefined => printLine(clean(text));
/** Prints a line about the command itself to stderr; stdout only holds results. */
export const printNote = (text: string): undefined => void process.stderr.write(`${clean(text)}\n`);

/** Prints why a command failed; an unexpected error's stack has several lines. */
export const printProblem = (text: string): undefined =>
  void process.stderr.write(`${text.split("\n").map(clean).join("\n")}\n`);

export type Cell = string | number | null;

/** Prints columns under headings; each row has one cell per heading. Without rows only the headings. */
export function printTable(headings: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const texts = [headings, ...rows].map((row) => row.map((cell) => clean(cell === null ? "-" : String(cell))));
  const widths = headings.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)));
  for (const row of texts) {
    printLine(
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
const COLOURS = /(\u001b\[[0-9;:]*m)/;

/** Names and messages come from others, so control characters are removed, and what else cannot be seen is written out. */
const clean = (text: string): string =>
  stripVTControlCharacters(text).replace(CONTROLS, " ").split("\t").map(visibleText).join("\t");

const showsColours = process.stdout.isTTY === true && !process.env.NO_COLOR;

/** Prints a task's log line: with its colours on a terminal, otherwise without; other control sequences are removed. */
export function printLog(line: string): void {
  const plain = (text: string) => stripVTControlCharacters(text).replace(CONTROLS, "");
  // Every second part is a colour, because split keeps captured groups.
  printLine(
    showsColours
      ? line
          .split(COLOURS)
          .map((part, at) => (at % 2 === 1 ? part : plain(part)))
          .join("")
      : plain(line),
  );
}
