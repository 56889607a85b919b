import { type ParseArgsConfig, parseArgs } from "node:util";
import { CommandProblem, describeFileError, EXIT, type ExitCode } from "../problem";
import { printLine } from "./print";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

type Definition<O extends Options> = {
  /** The words after `signalbox`, e.g. `stop <task id> [options]`. */
  usage: string;
  /** Minimum and maximum number of positional arguments. */
  takes: readonly [number, number];
  /** One line per option, followed by any notes. */
  help: string;
  options: O;
  run: (values: Parsed<O>["values"], ...words: string[]) => Promise<ExitCode | undefined>;
};

export type Command = (words: string[]) => Promise<ExitCode>;

/** Declares a command: handles --help, parses arguments and options, and runs it. */
export function command<const O extends Options>({
  usage,
  takes: [least, most],
  help,
  options,
  run,
}: Definition<O>): Command {
  return async (given) => {
    if (asksForHelp(given, options)) {
      printLine(`Usage: signalbox ${usage}\n\n${help}`);
      return EXIT.success;
    }
    const { values, positionals } = parse(given, options, usage);
    if (positionals.length < least || positionals.length > most) throw new CommandProblem(`Usage: signalbox ${usage}`);
    return (await run(values, ...positionals).catch(refuseFile)) ?? EXIT.success;
  };
}

/** Not if it is the value of an option. */
function asksForHelp(args: string[], options: Options): boolean {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  return tokens.some((token) => token.kind === "option" && ["help", "h"].includes(token.name));
}

function parse<const O extends Options>(args: string[], options: O, usage: string): Parsed<O> {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, tokens: true });
    for (const token of parsed.tokens) if (token.kind === "option") requireValue(token);
    return parsed;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node's second sentence explains how to pass arguments that begin with a dash.
    const [problem = ""] = error.message.split(/\.\s/);
    const [, name] = problem.match(/--([\w-]+)' argument is ambiguous/) ?? [];
    if (name) throw new CommandProblem(`Write --${name}=… for a value that begins with a dash`);
    throw new CommandProblem(`${problem.replace(/\.$/, "")}. Usage: signalbox ${usage}`);
  }
}

/** Options whose value may be empty. */
const MAY_BE_EMPTY = ["arg", "message", "note", "reason"];

/** As from a variable that is not set: an empty limit, for example, would name all hosts. */
function requireValue({ name, value }: { name: string; value?: string }): void {
  if (value?.trim() === "" && !MAY_BE_EMPTY.includes(name))
    throw new CommandProblem(`--${name} is empty: give it a value or leave it out`);
}

/** A file that the command names and that can't be used makes the command wrong. */
function refuseFile(error: unknown): never {
  const problem = error instanceof Error ? describeFileError(error) : null;
  throw problem === null ? error : new CommandProblem(problem);
}

const MOST_LISTED = 200;

/** The value of --count, as far as a list goes. */
export function readCount(given: string): number {
  if (/^[1-9]\d{0,2}$/.test(given) && Number(given) <= MOST_LISTED) return Number(given);
  throw new CommandProblem(`--count takes a number from 1 to ${MOST_LISTED}`);
}
