import { stripVTControlCharacters } from "node:util";

export const printJson = (value: unknown): undefined => void process.stdout.write(`${JSON.stringify(value)}\n`);
export const printLine = (text: string): undefined => void process.stdout.write(`${text}\n`);
/** A line with names and messages in it. */
export const printText = (text: string): undefined => printLine(clean(text));
/** A line about the command itself; stdout holds only what was asked for. */
export const printNote = (text: string): undefined => void process.stderr.write(`${clean(text)}\n`);

/** Why a command failed; a defect's stack has several lines. */
export const printProblem = (text: string): undefined =>
  void process.stderr.write(`${text.split("\n").map(clean).join("\n")}\n`);

export type Cell = string | number | null;

/** Columns under their headings; a row of `rows` has as many cells. Nothing but the headings when there are no rows. */
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

/** Names and messages come from others: no control character of theirs reaches the terminal. */
const clean = (text: string): string => stripVTControlCharacters(text).replace(CONTROLS, " ");

const showsColours = process.stdout.isTTY === true && !process.env.NO_COLOR;

/** A line of a task's log: its colours on a terminal, plain elsewhere, and no other control sequence in either. */
export function printLog(line: string): void {
  const plain = (text: string) => stripVTControlCharacters(text).replace(CONTROLS, "");
  // Every second part is a colour, as split keeps what its pattern captures.
  printLine(
    showsColours
      ? line
          .split(COLOURS)
          .map((part, at) => (at % 2 === 1 ? part : plain(part)))
          .join("")
      : plain(line),
  );
}
