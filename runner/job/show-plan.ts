import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Step } from "@/runner/apps/adapter";
import type { StepContext } from "@/runner/job/context";
import { printedBy } from "@/runner/job/printed";
import { readSmallFile } from "@/runner/job/small-file";
import { Stopped } from "@/runner/job/stop";
import { planToSend } from "@/runner/plan/found";
import { exists } from "@/runner/tree";

/** An event log repeats what a resource was and becomes. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

type Shows = NonNullable<Step["shows"]>;

/** Reports what the plan would change, as its tool says. The task goes on when that fails. */
export async function showPlan(shows: Shows, context: StepContext): Promise<void> {
  const { plans, log, reporter, place } = context;
  if (!plans.wanted) return;
  try {
    const found = shows.read(await textOf(shows.source, context));
    const { resources } = found;
    reporter.countReplaced(resources.filter(({ action }) => action === "replace").length);
    plans.send(planToSend(found, await checksumOf(place.workspace.plan), (text) => log.mask(text)));
  } catch (error) {
    if (error instanceof Stopped) throw error;
    // Without its message, which may quote the plan.
    log.note("the plan cannot be shown apart from this log");
  }
}

async function textOf(source: Shows["source"], context: StepContext): Promise<string> {
  if ("step" in source) return printedBy(source.step, context);
  const text = await readSmallFile(source.file, MAX_FILE_BYTES);
  if (text === null) throw new Error("the file is missing or too large");
  return text;
}

/** Checksum of the saved plan; for a tool that saves none, that of an empty file. */
async function checksumOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  if (await exists(file)) await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
