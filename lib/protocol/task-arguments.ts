import { type AppFamily, appFamily } from "@/lib/protocol/app";
import { parseJsonObject } from "@/lib/protocol/json-object";
import {
  type LaunchField,
  type OptionKind,
  TASK_OPTIONS,
  type TaskOption,
  type TaskOptions,
} from "@/lib/protocol/task-options";

/** A task's arguments, checked and parsed. */
export type TaskArguments = {
  /** For the program: one element per option, joined with its value, so that it cannot be read any other way. */
  options: string[];
  /** What `--extra-vars` sets: data that is never evaluated. */
  variables: Record<string, unknown>;
  /** Values of options that stand for fields of the task. */
  fields: Partial<Record<LaunchField, string>>;
  /** The arguments as sent, except those in `fields`. */
  others: string[];
};

/** An argument that tasks may not use, or an invalid value. */
export class ArgumentProblem extends Error {
  override name = "ArgumentProblem";

  constructor(
    readonly key: "argumentNotAllowed" | "argumentValueInvalid",
    readonly argument: string,
  ) {
    super(`${argument}: ${key}`);
  }
}

/** Same limit as the fields themselves. */
const MAX_FIELD = 1000;

type Family = Exclude<AppFamily, "shell">;
/** `value` null: an option without a value. */
type Given = { option: TaskOption; value: string | null; words: string[] };

/**
 * Parses a task's arguments by the options that its application allows; `added` are further options that an
 * administrator permits. Arguments of scripts are passed through. Throws ArgumentProblem.
 */
export function readTaskArguments(app: string, args: readonly string[], added: readonly string[] = []): TaskArguments {
  const read: TaskArguments = { options: [], variables: {}, fields: {}, others: [] };
  const family = appFamily(app);
  if (family === "shell") return { ...read, options: [...args], others: [...args] };
  for (const given of parseOptions(family, args, withAdded(family, added))) take(given, family, read);
  return read;
}

function take({ option, value, words }: Given, family: Family, read: TaskArguments): void {
  const { field, kind, name } = option;
  if (field) {
    const before = read.fields[field];
    const now = before && field.endsWith("tags") ? `${before},${value}` : (value ?? "");
    if (now.length > MAX_FIELD) throw new ArgumentProblem("argumentValueInvalid", name);
    read.fields[field] = now;
    return;
  }
  read.others.push(...words);
  if (value === null) read.options.push(name);
  else if (kind === "variables") Object.assign(read.variables, readVariables(value));
  else if (FITS[kind](value, family)) read.options.push(`${name}=${value}`);
  else throw new ArgumentProblem("argumentValueInvalid", name);
}

/** Administrators write `--name`, or `--name=` for an option with a value. */
function withAdded(family: Family, added: readonly string[]): TaskOptions {
  const more = added.map((word): [string, TaskOption] => {
    const name = word.replace(/=$/, "");
    return [name, { name, kind: word === name ? "flag" : "text" }];
  });
  return new Map([...TASK_OPTIONS[family], ...more]);
}

/** `--name=value`, `--name value`, `-n value`, `-nvalue`; Go programs treat one dash like two. */
function parseOptions(family: Family, args: readonly string[], options: TaskOptions): Given[] {
  const words = args.values();
  return Array.from(words, (word) => {
    const { option, inline } = findOption(family, word, options);
    if (option.kind === "flag" || (option.kind === "switch" && inline === undefined)) {
      if (inline !== undefined) throw new ArgumentProblem("argumentValueInvalid", option.name);
      return { option, value: null, words: [word] };
    }
    if (inline !== undefined) return { option, value: inline, words: [word] };
    const { value } = words.next();
    if (value === undefined) throw new ArgumentProblem("argumentValueInvalid", option.name);
    return { option, value, words: [word, value] };
  });
}

function findOption(family: Family, word: string, options: TaskOptions): { option: TaskOption; inline?: string } {
  const [, dashed = "", inline] = /^(--?[a-z][a-z-]*)(?:=(.*))?$/is.exec(word) ?? [];
  const option = options.get(family === "terraform" ? dashed.replace(/^--/, "-") : dashed);
  if (option) return { option, inline };
  const letter = family === "terraform" ? undefined : options.get(word.slice(0, 2));
  if (!letter || letter.kind === "flag") throw new ArgumentProblem("argumentNotAllowed", shown(family, word));
  return { option: letter, inline: word.slice(2) };
}

/** Without the value, which may be a secret. */
function shown(family: Family, word: string): string {
  const joined = family !== "terraform" && /^-[^-]/.test(word);
  return joined ? word.slice(0, 2) : word.replace(/=.*$/s, "").slice(0, 60) || '""';
}

/** A colon in a Pulumi name would set another package's configuration, e.g. a provider's address. */
const ASSIGNMENT: Record<Family, RegExp> = {
  ansible: /^\w+=/,
  terraform: /^[a-z_][\w-]*=/i,
  pulumi: /^[a-z_][\w.-]*=/i,
};

const FITS: Record<OptionKind, (value: string, family: Family) => boolean> = {
  flag: () => false,
  switch: (value) => /^(true|false)$/.test(value),
  number: (value) => /^[1-9]\d{0,3}$/.test(value),
  duration: (value) => /^\d{1,5}(ms|s|m|h)$/.test(value),
  text: () => true,
  assignment: (value, family) => ASSIGNMENT[family].test(value),
  variables: () => false,
};

/** A JSON object, or `name=value` words with quotes around values that contain spaces; no files. */
function readVariables(value: string): Record<string, unknown> {
  const variables = value.trimStart().startsWith("{") ? parseJsonObject(value) : parseWords(value);
  const names = Object.keys(variables ?? {});
  if (!variables || names.length === 0) throw new ArgumentProblem("argumentValueInvalid", "--extra-vars");
  const reserved = names.find((name) => !/^[a-z_]\w*$/i.test(name) || RESERVED.test(name));
  if (reserved !== undefined) throw new ArgumentProblem("argumentNotAllowed", `--extra-vars ${reserved.slice(0, 60)}`);
  return variables;
}

/** Ansible's own variables, which choose the hosts, the connection, and the programs that run there. */
const RESERVED = /^(ansible_.*|inventory_hostname.*|delegated_vars|semaphore_vars|__proto__)$/i;

/** Splits words like Ansible: spaces inside quotes and double braces belong to the word. */
const WORD = /\s*((?:\{\{[^}]{0,200}\}\}|[^\s"']|"[^"]*"|'[^']*')+)\s*/y;

function parseWords(text: string): Record<string, string> | null {
  const found: [string, string][] = [];
  for (let at = 0; at < text.length; at = WORD.lastIndex) {
    WORD.lastIndex = at;
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(WORD.exec(text)?.[1] ?? "") ?? [];
    if (name === undefined || value === undefined) return null;
    found.push([name, unquoted(value)]);
  }
  return Object.fromEntries(found);
}

const unquoted = (value: string): string => /^(["'])(.*)\1$/s.exec(value)?.[2] ?? value;
