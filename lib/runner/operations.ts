import { sql } from "drizzle-orm";
import { z } from "zod";
import { admin } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { NoContent, NoInput, NoParams } from "@/lib/operation/fields";
import { refuseMismatch } from "@/lib/operation/http/id-mismatch";
import { issueRegistrationToken } from "@/lib/runner/registration-token";
import {
  addRunner,
  announceRunner,
  type Change,
  changeRunner,
  foundRunner,
  runnerEvent,
  saveRunner,
} from "@/lib/runner/save";
import {
  ActiveInput,
  NewRunner,
  RegistrationToken,
  Runner,
  RunnerInput,
  RunnerParams,
  RunnerTag,
  SavedRunner,
} from "@/lib/runner/schema";
import * as store from "@/lib/runner/store";

export const listRunners = operation({
  name: "runner.list",
  summary: "All runners with their tools and current load",
  transaction: "none",
  access: admin,
  params: NoParams,
  input: NoInput,
  output: z.array(Runner),
  run: ({ db }) => store.listRunners(db),
});

export const getRunner = operation({
  name: "runner.get",
  summary: "One runner",
  transaction: "none",
  access: admin,
  params: RunnerParams,
  input: NoInput,
  output: Runner,
  run: async ({ db, params }) => foundRunner(await store.getRunner(db, params.runnerId)),
});

export const createRunner = operation({
  name: "runner.create",
  summary: "Adds a runner; only this reply contains its token",
  transaction: "whole",
  access: admin,
  params: NoParams,
  input: RunnerInput,
  output: NewRunner,
  run: ({ db, input }) => addRunner(db, input, null),
  event: ({ result }) => runnerEvent(result.id, result.name, "created"),
});

export const updateRunner = operation({
  name: "runner.update",
  summary: "Replaces the settings of a runner",
  transaction: "whole",
  access: admin,
  params: RunnerParams,
  input: RunnerInput,
  output: SavedRunner,
  run: async ({ db, params: { runnerId }, input, announce }) => {
    refuseMismatch("id", input.id, runnerId, "idMismatch");
    return saveRunner(foundRunner(await store.getRunner(db, runnerId)), { db, input, announce });
  },
  event: ({ params, input, result }) => ({
    ...runnerEvent(params.runnerId, input.name, "updated"),
    changes: result.changes,
  }),
});

export const switchRunner = operation({
  name: "runner.switch",
  summary: "Enables or disables a runner; a disabled one finishes its tasks and gets no new ones",
  transaction: "whole",
  access: admin,
  params: RunnerParams,
  input: ActiveInput,
  output: NoContent,
  run: ({ params, input, ...context }) => changeRunner(context, params.runnerId, input),
  event: ({ params, input, result }) =>
    runnerEvent(params.runnerId, result, input.active ? "switched on" : "switched off"),
});

export const newRegistrationToken = operation({
  name: "runner.newRegistrationToken",
  summary: "Makes a token that registers this runner once, within a day; only this reply contains it",
  transaction: "whole",
  access: admin,
  params: RunnerParams,
  input: NoInput,
  output: RegistrationToken,
  run: ({ db, params }) => issueRegistrationToken(db, params.runnerId),
  event: ({ params, result }) => runnerEvent(params.runnerId, result.name, "given a registration token"),
});

/** Operations without input that differ in one column. */
const changeOperation = (
  change: Change,
  { name, summary, happened }: Record<"name" | "summary" | "happened", string>,
) =>
  operation({
    name,
    summary,
    transaction: "whole",
    access: admin,
    params: RunnerParams,
    input: NoInput,
    output: NoContent,
    run: ({ params, ...context }) => changeRunner(context, params.runnerId, change),
    event: ({ params, result }) => runnerEvent(params.runnerId, result, happened),
  });

export const drainRunner = changeOperation(
  { draining: true },
  {
    name: "runner.drain",
    summary: "Drains a runner: it finishes its tasks and gets no new ones until it is resumed or restarted",
    happened: "draining",
  },
);

export const resumeRunner = changeOperation(
  { draining: false },
  { name: "runner.resume", summary: "Lets a draining runner take tasks again", happened: "resumed" },
);

export const cleanRunner = changeOperation(
  { cleaning_requested: sql`now()` },
  {
    name: "runner.clean",
    summary: "Has a runner remove its stored repositories and requirements once it is idle",
    happened: "asked to clear its cache",
  },
);

export const deleteRunner = operation({
  name: "runner.delete",
  summary: "Deletes a runner: its token stops working immediately and its running tasks fail as lost",
  transaction: "whole",
  access: admin,
  params: RunnerParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, params: { runnerId }, announce }) => {
    announceRunner(announce, runnerId);
    return foundRunner(await store.deleteRunner(db, runnerId));
  },
  event: ({ params, result }) => runnerEvent(params.runnerId, result, "deleted"),
});

export const listRunnerTags = operation({
  name: "runner.tags",
  summary: "The tags of all runners",
  transaction: "none",
  access: admin,
  params: NoParams,
  input: NoInput,
  output: z.array(RunnerTag),
  run: ({ db }) => store.listTags(db),
});
