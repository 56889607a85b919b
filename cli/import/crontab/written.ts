import { fileName, findPaths, readScript } from "../foreign/scripts";
import type { CronLine } from "./parse";

/** A script that an earlier import wrote. */
export type Written = {
  name: string;
  /** Null: the line has moved to another. */
  path: string | null;
  text: string;
  /** Without the comment that says whose it is. */
  body: string;
  /** Earlier releases did not write it. */
  when: string | null;
};

/** The scripts in the folder that are, by their comments, of lines with this name, by their numbers. */
export function writtenFor({ title }: CronLine, name: string, folder: string): Written[] {
  let titled = 0;
  const found = scriptsAt(folder, fileName(name)).flatMap(({ heading, number, ...script }): Written[] => {
    const [, job, when] = CRON_JOB.exec(heading) ?? [];
    if (job !== undefined && when !== undefined) return isOf(job, name) ? [{ ...script, name: job, when }] : [];
    const { line, title: there } = earlierHeading(heading);
    if (line && there === name) titled++;
    if (there !== title || (line && title === "")) return [];
    // With the line in it, the number is of the path alone.
    return [{ ...script, name: numbered(name, line ? titled : number), when: null }];
  });
  if (title !== "") return found;
  const byLine = scriptsAt(folder, `${fileName(name)}-line`).filter(({ heading }) => {
    const { line, title: there } = earlierHeading(heading);
    return line && there === "";
  });
  const moved = byLine.map(({ text, body }, at) => ({
    name: numbered(name, titled + at + 1),
    path: null,
    text,
    body,
    when: null,
  }));
  return [...found, ...moved];
}

const scriptsAt = (folder: string, path: string) =>
  findPaths(folder, path, ".sh").flatMap((found) => {
    const text = readScript(folder, found.path) ?? "";
    const heading = headingIn(text);
    return heading === null ? [] : [{ ...found, heading, text, body: text.replace(HEADING, "") }];
  });

/** Whether the script in the folder is of a line. */
export const isWritten = (folder: string, path: string): boolean => headingIn(readScript(folder, path) ?? "") !== null;

export const numbered = (name: string, number: number): string => (number === 1 ? name : `${name} (${number})`);

const isOf = (job: string, name: string): boolean =>
  job === name || (job.startsWith(`${name} (`) && /^\d+\)$/.test(job.slice(name.length + 2)));

const HEADING = /(?<=^#!.*\n\n)(?:#.*\n)+\n/;
const CRON_JOB = /^# Cron job: (.*)\n# (.*)$/;
/** Earlier releases named the file, and the first of them the line. */
const EARLIER = /^# From .*?(, line \d+)?\.(?: (.*))?$/;

function earlierHeading(heading: string): { line: boolean; title: string } {
  const [, line, title = ""] = EARLIER.exec(heading) ?? [];
  return { line: line !== undefined, title };
}

function headingIn(text: string): string | null {
  const heading = HEADING.exec(text)?.[0].trimEnd() ?? "";
  return CRON_JOB.test(heading) || EARLIER.test(heading) ? heading : null;
}
