import { pathToFileURL } from "node:url";
import { EXIT, type ExitCode } from "./problem";
import { requireProgram } from "./programs";
import { printLine } from "./terminal/print";

const USAGE = `Usage: signalbox runner [<command>]

Without a command it runs as a runner, on any machine, until it is stopped. It needs SIGNALBOX_URL and a token: see
docs/configuration.md.

  register          only registers the runner
  unregister        removes the runner from the console
  drain <runner>    lets a runner finish its tasks and take no new ones
  resume <runner>   lets a runner take tasks again
`;

/** `signalbox runner`: runs as a runner until stopped; `drain` and `resume` call the console's API. */
export async function runner([verb, ...words]: string[]): Promise<ExitCode | undefined> {
  if (verb === "drain") return (await import("./client/drain")).drain(words);
  if (verb === "resume") return (await import("./client/drain")).resume(words);
  if ([verb, ...words].some((word) => word === "--help" || word === "-h")) {
    printLine(USAGE);
    return EXIT.success;
  }
  await import(pathToFileURL(requireProgram("runner")).href);
}
