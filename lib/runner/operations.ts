import { z } from "zod";
import { admin } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { NoInput, NoParams } from "@/lib/operation/fields";
import { refuseMismatch } from "@/lib/operation/http/id-mismatch";
import { addRunner, foundRunner, runnerEvent, saveRunner } from "@/lib/runner/save";
import { NewRunner, Runner, RunnerBody, RunnerParams, RunnerTag, SavedRunner } from "@/lib/runner/schema";
import { runnerOperations } from "@/lib/runner/scoped-operations";
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
  input: RunnerBody,
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
  input: RunnerBody,
  output: SavedRunner,
  run: async ({ db, params: { runnerId }, input, announce }) => {
    refuseMismatch("id", input.id, runnerId, "idMismatch");
    return saveRunner(foundRunner(await store.getRunner(db, runnerId)), { db, input, announce });
  },
  event: ({ params, result }) => ({
    ...runnerEvent(params.runnerId, result.name, "updated"),
    changes: result.changes,
  }),
});

const anyRunner = runnerOperations({
  access: admin,
  params: RunnerParams,
  find: ({ params }) => params.runnerId,
  suffix: "",
  summaries: {
    switch: "Enables or disables a runner; a disabled one finishes its tasks and gets no new ones",
    newRegistrationToken: "Makes a token that registers this runner once, within a day; only this reply contains it",
    drain: "Drains a runner: it finishes its tasks and gets no new ones until it is resumed or restarted",
    resume: "Lets a draining runner take tasks again",
    clean: "Has a runner remove its stored repositories and requirements once it is idle",
    delete: "Deletes a runner: its token stops working immediately and its running tasks fail as lost",
  },
});

export const switchRunner = anyRunner.switch;
export const newRegistrationToken = anyRunner.newRegistrationToken;
export const drainRunner = anyRunner.drain;
export const resumeRunner = anyRunner.resume;
export const cleanRunner = anyRunner.clean;
export const deleteRunner = anyRunner.delete;

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
