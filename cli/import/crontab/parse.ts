import { CommandProblem } from "../../problem";
import type { ForeignFile } from "../foreign/source";

/** A line that runs a command, with what the lines above it set. */
export type CronLine = {
  line: number;
  /** Five fields or a word such as @daily. */
  when: string;
  /** In system crontabs: who runs it. */
  user: string | null;
  command: string;
  /** What follows the first unescaped %; null: nothing. */
  stdin: string | null;
  /** The comment directly above. */
  title: string;
  variables: ReadonlyMap<string, string>;
};

const ASSIGNMENT = /^\s*(?:([A-Za-z_]\w*)|"([^"]*)"|'([^']*)')\s*=\s*(.*?)\s*$/;
const WORD = /^@[\w]+/;
const FIELDS = /^\S+(?:\s+\S+){4}(?=\s)/;

/** The lines of a crontab; `hasUsers`: a system crontab, with a user before each command. */
export function parseCrontab({ origin, text }: ForeignFile, hasUsers: boolean): CronLine[] {
  const lines: CronLine[] = [];
  const variables = new Map<string, string>();
  let title = "";
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    // SUSE's cron reads a dash before the fields as: do not log this command.
    const content = raw.trim().replace(/^-(?=[*\d])/, "");
    if (content.startsWith("#")) {
      title = titleOf(content.replace(/^#+\s*/, ""));
      continue;
    }
    const [, plain, double, single, value = ""] = ASSIGNMENT.exec(raw) ?? [];
    const name = plain ?? double ?? single;
    if (name !== undefined) variables.set(name, unquoted(value));
    else if (content !== "") {
      const problem = (what: string) => new CommandProblem(`${origin}, line ${at + 1}: ${what}`);
      lines.push({ ...splitLine(content, hasUsers, problem), line: at + 1, title, variables: new Map(variables) });
    }
    title = "";
  }
  return lines;
}

/** A comment names the line below it, unless it is a line turned off or the usual headings of the fields. */
const titleOf = (comment: string): string =>
  /^(?:[\d*@]|m\s+h\s|min(?:ute)?\b.*\bhour)/i.test(comment) ? "" : comment.trim();

const unquoted = (value: string): string => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;

function splitLine(content: string, hasUsers: boolean, problem: (what: string) => CommandProblem) {
  const when = (content.startsWith("@") ? WORD : FIELDS).exec(content)?.[0];
  if (when === undefined) throw problem("expected five fields and a command");
  const rest = content.slice(when.length).trim();
  const [user = ""] = rest.split(/\s/, 1);
  const command = hasUsers ? rest.slice(user.length).trim() : rest;
  if (command === "") throw problem(hasUsers ? "expected a user and a command" : "the command is missing");
  return { when, user: hasUsers ? user : null, ...splitCommand(command) };
}

/** An unescaped % ends the command; what follows is its input, with % for line ends. */
function splitCommand(text: string): { command: string; stdin: string | null } {
  const [command = "", ...input] = text.split(/(?<!\\)%/).map((part) => part.replaceAll("\\%", "%"));
  return { command: command.trim(), stdin: input.length > 0 ? input.join("\n") : null };
}
