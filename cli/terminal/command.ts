import { type ParseArgsConfig, parseArgs } from "node:util";
import { CommandProblem, EXIT, type ExitCode } from "../problem";
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
    if (given.includes("--help") || given.includes("-h")) {
      printLine(`Usage: signalbox ${usage}\n\n${help}`);
      return EXIT.success;
    }
    const { values, positionals } = parse(given, options, usage);
    if (positionals.length < least || positionals.length > most) throw new CommandProblem(`Usage: signalbox ${usage}`);
    return (await run(values, ...positionals)) ?? EXIT.success;
  };
}

function parse<const O extends Options>(args: string[], options: O, usage: string): Parsed<O> {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node's second sentence explains how to pass arguments that begin with a dash.
    const [problem = ""] = error.message.split(/\.\s/);
    throw new CommandProblem(`${problem.replace(/\.$/, "")}. Usage: signalbox ${usage}`);
  }
}

const MOST_LISTED = 200;

/** The value of --count, as far as a list goes. */
export function readCount(given: string): number {
  if (/^[1-9]\d{0,2}$/.test(given) && Number(given) <= MOST_LISTED) return Number(given);
  throw new CommandProblem(`--count takes a number from 1 to ${MOST_LISTED}`);
}
