import { pathToFileURL } from "node:url";
import type { ExitCode } from "./problem";
import { requireProgram } from "./programs";

/** `signalbox runner`: runs as a runner until stopped; `drain` and `resume` call the console's API. */
export async function runner([verb, ...words]: string[]): Promise<ExitCode | undefined> {
  if (verb === "drain") return (await import("./client/drain")).drain(words);
  if (verb === "resume") return (await import("./client/drain")).resume(words);
  await import(pathToFileURL(requireProgram("runner")).href);
}
