import { pathToFileURL } from "node:url";
import { programFile } from "./programs";

/** `signalbox runner`: becomes a runner and ends when that is told to stop. */
export async function runner(): Promise<undefined> {
  await import(pathToFileURL(programFile("runner")).href);
}
