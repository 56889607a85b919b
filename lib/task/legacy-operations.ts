import { z } from "zod";
import type { Db } from "@/db/client";
import type { runners } from "@/db/schema/runners";
import { runner } from "@/lib/access/access";
import { announceAll } from "@/lib/operation/announce";
import { operation } from "@/lib/operation/define";
import { NoContent, NoInput, NoParams } from "@/lib/operation/fields";
import {
  LEGACY_INSTANCE,
  LEGACY_PROTOCOL,
  LegacyProgress,
  LegacyProgressReply,
  LegacyState,
} from "@/lib/protocol/legacy-runner";
import { requireLegacyRunners, unregisterRunner } from "@/lib/runner/register";
import { taskChanged } from "@/lib/task/announce";
import { legacyState } from "@/lib/task/legacy/offer";
import { reportLegacy } from "@/lib/task/legacy/progress";
import { registerProcess } from "@/lib/task/queue/register-process";

/** The state, and the key that it is to be encrypted with. */
const SealedFor = z.object({ state: LegacyState, public_key: z.string().nullable() });

export const legacyPoll = operation({
  name: "runner.legacyPoll",
  summary: "Gives a runner of Semaphore UI its jobs, and says which of them to stop",
  access: runner,
  transaction: "own",
  params: NoParams,
  input: NoInput,
  output: SealedFor,
  run: async ({ db, actor }) => {
    await speakFor(db, actor.runner);
    return { state: await legacyState(db, actor.runner), public_key: actor.runner.public_key };
  },
  event: { none: "a job that begins has an event of its own" },
});

export const legacyProgress = operation({
  name: "runner.legacyProgress",
  summary: "Takes log lines and states of the jobs of a runner of Semaphore UI",
  access: runner,
  transaction: "own",
  params: NoParams,
  input: LegacyProgress,
  output: LegacyProgressReply,
  run: async ({ db, actor, input }) => {
    await speakFor(db, actor.runner);
    const { over, announcements } = await reportLegacy(db, actor.runner.id, input);
    announceAll(db, announcements);
    return { terminated_jobs: over };
  },
  event: { none: "tasks that end by it have events of their own" },
});

export const legacyUnregister = operation({
  name: "runner.legacyUnregister",
  summary: "Unregisters a runner of Semaphore UI: its unfinished tasks fail as lost",
  access: runner,
  transaction: "whole",
  params: NoParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, actor, announce }) => {
    announce({ type: "runner" });
    await unregisterRunner(db, actor.runner.id);
  },
  event: ({ actor: { runner: caller } }) => ({
    object_type: "runner",
    object_id: caller.id,
    object_name: caller.name,
    description: `Runner ${caller.name} unregistered`,
  }),
});

/** Such a runner says no hello: its first call makes it the process of the token, as a hello does. */
async function speakFor(db: Db, caller: typeof runners.$inferSelect): Promise<void> {
  requireLegacyRunners();
  if (caller.instance_id === LEGACY_INSTANCE && caller.protocol === LEGACY_PROTOCOL) return;
  const hello = {
    protocol: LEGACY_PROTOCOL,
    instance_id: LEGACY_INSTANCE,
    data_folder: null,
    refused: 0,
    version: "",
    hostname: "",
    tools: {},
    capabilities: [],
    local_folders: null,
    attempts: [],
  };
  const { changed } = await db.transaction((tx) => registerProcess(tx, caller.id, hello));
  announceAll(db, [{ type: "runner" }, ...changed.flatMap(taskChanged)]);
}
