import { rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { z } from "zod";
import { parseJson } from "@/lib/protocol/json-text";
import { type JobState, MAX_STATE_BYTES } from "@/lib/protocol/state";
import { requireInside } from "@/runner/inside";
import { TaskProblem } from "@/runner/job/problem";
import { readSmallFile } from "@/runner/job/small-file";
import type { CodePlaces } from "@/runner/state/finding";
import { exists } from "@/runner/tree";

type Committed = CodePlaces & {
  /** Path of the state below the folder of the code. */
  name: string;
  state: JobState;
  keep(content: string): Promise<void>;
  say(text: string): void;
};

/** A state in the repository becomes the first one the console keeps. Throws TaskProblem if it has one of another lineage. */
export async function importCommitted({ folder, repository, name, state, keep, say }: Committed): Promise<void> {
  const path = join(folder, name);
  if (!(await exists(path))) return;
  await requireInside(repository, relative(repository, path));
  const text = await readSmallFile(path, MAX_STATE_BYTES);
  if (text?.trim() === "") return;
  const lineage = text === null ? null : lineageOf(text);
  if (text === null || lineage === null) throw refusal(`${name} in the repository is not a state`);
  if (state.lineage === null) {
    await keep(text);
    say(`${name} of the repository is now the first version of the state; it can be removed from the repository`);
  } else if (state.lineage !== lineage) {
    const ours = `the state that Signalbox keeps (lineage ${state.lineage})`;
    throw refusal(
      `${name} in the repository (lineage ${lineage}) is not ${ours}: remove the file, or choose another state for the template`,
    );
  }
}

/** What Terraform would take for a state, or a choice of one, to be moved into the backend. */
export async function removeCommitted(folder: string): Promise<void> {
  const names = ["terraform.tfstate", "terraform.tfstate.d", "errored.tfstate"];
  const initialized = ["terraform.tfstate", "environment"].map((name) => join(".terraform", name));
  for (const name of [...names, ...initialized]) await rm(join(folder, name), { recursive: true, force: true });
}

const refusal = (text: string) => new TaskProblem("state_failed", text);

const State = z.object({ lineage: z.string().min(1) });

const lineageOf = (text: string): string | null => State.safeParse(parseJson(text)).data?.lineage ?? null;
