import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "@/db/client";
import { member, project } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { NoContent, NoInput, ProjectParams } from "@/lib/operation/fields";
import { refuseOtherIds } from "@/lib/operation/http/id-mismatch";
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
  ProjectRunnerInput,
  ProjectRunnerParams,
  RegistrationToken,
  Runner,
  RunnerTag,
  SavedRunner,
} from "@/lib/runner/schema";
import * as store from "@/lib/runner/store";

/** Those that serve more than one project are for administrators. */
const manage = project("manageResources");

type At = { project: { id: number }; params: { runnerId: number } };

/** Not found if the runner is another project's, or belongs to none. */
const ownRunner = async (db: Db, { project, params }: At): Promise<Runner> =>
  foundRunner(await store.getRunner(db, params.runnerId, project.id));

export const listProjectRunners = operation({
  name: "runner.listOfProject",
  summary: "The project's own runners with their tools and current load",
  transaction: "none",
  access: manage,
  params: ProjectParams,
  input: NoInput,
  output: z.array(Runner),
  run: ({ db, project }) => store.listRunners(db, project.id),
});

export const listProjectRunnerTags = operation({
  name: "runner.tagsOfProject",
  summary: "The tags of the runners that serve the project",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: z.array(RunnerTag),
  run: ({ db, project }) => store.listTags(db, project.id),
});

export const getProjectRunner = operation({
  name: "runner.getOfProject",
  summary: "One of the project's own runners",
  transaction: "none",
  access: manage,
  params: ProjectRunnerParams,
  input: NoInput,
  output: Runner,
  run: ({ db, ...at }) => ownRunner(db, at),
});

export const createProjectRunner = operation({
  name: "runner.createOfProject",
  summary: "Adds a runner that serves only this project; only this reply contains its token",
  transaction: "whole",
  access: manage,
  params: ProjectParams,
  input: ProjectRunnerInput,
  output: NewRunner,
  run: ({ db, project, input }) => {
    refuseOtherIds(input, project.id);
    return addRunner(db, input, project.id);
  },
  event: ({ result }) => runnerEvent(result.id, result.name, "created"),
});

export const updateProjectRunner = operation({
  name: "runner.updateOfProject",
  summary: "Replaces the settings of one of the project's own runners",
  transaction: "whole",
  access: manage,
  params: ProjectRunnerParams,
  input: ProjectRunnerInput,
  output: SavedRunner,
  run: async ({ db, input, announce, ...at }) => {
    refuseOtherIds(input, at.project.id, at.params.runnerId);
    return saveRunner(await ownRunner(db, at), { db, input, announce });
  },
  event: ({ params, input, result }) => ({
    ...runnerEvent(params.runnerId, input.name, "updated"),
    changes: result.changes,
  }),
});

export const switchProjectRunner = operation({
  name: "runner.switchOfProject",
  summary: "Enables or disables one of the project's own runners; a disabled one gets no new tasks",
  transaction: "whole",
  access: manage,
  params: ProjectRunnerParams,
  input: ActiveInput,
  output: NoContent,
  run: async ({ input, ...context }) => changeRunner(context, (await ownRunner(context.db, context)).id, input),
  event: ({ params, input, result }) =>
    runnerEvent(params.runnerId, result, input.active ? "switched on" : "switched off"),
});

export const newProjectRegistrationToken = operation({
  name: "runner.newRegistrationTokenOfProject",
  summary:
    "Makes a token that registers one of the project's own runners once, within a day; only this reply contains it",
  transaction: "whole",
  access: manage,
  params: ProjectRunnerParams,
  input: NoInput,
  output: RegistrationToken,
  run: async ({ db, ...at }) => issueRegistrationToken(db, (await ownRunner(db, at)).id),
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
    access: manage,
    params: ProjectRunnerParams,
    input: NoInput,
    output: NoContent,
    run: async (context) => changeRunner(context, (await ownRunner(context.db, context)).id, change),
    event: ({ params, result }) => runnerEvent(params.runnerId, result, happened),
  });

export const drainProjectRunner = changeOperation(
  { draining: true },
  {
    name: "runner.drainOfProject",
    summary: "Drains one of the project's own runners: it finishes its tasks and gets no new ones",
    happened: "draining",
  },
);

export const resumeProjectRunner = changeOperation(
  { draining: false },
  {
    name: "runner.resumeOfProject",
    summary: "Lets one of the project's own runners that is draining take tasks again",
    happened: "resumed",
  },
);

export const cleanProjectRunner = changeOperation(
  { cleaning_requested: sql`now()` },
  {
    name: "runner.cleanOfProject",
    summary: "Has one of the project's own runners remove its stored repositories and requirements once it is idle",
    happened: "asked to clear its cache",
  },
);

export const deleteProjectRunner = operation({
  name: "runner.deleteOfProject",
  summary: "Deletes one of the project's own runners: its token stops working and its running tasks fail as lost",
  transaction: "whole",
  access: manage,
  params: ProjectRunnerParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, announce, ...at }) => {
    const { id } = await ownRunner(db, at);
    announceRunner(announce, id);
    return foundRunner(await store.deleteRunner(db, id));
  },
  event: ({ params, result }) => runnerEvent(params.runnerId, result, "deleted"),
});
