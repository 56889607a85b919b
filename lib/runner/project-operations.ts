import { z } from "zod";
import type { Db } from "@/db/client";
import { member, project } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { NoInput, ProjectParams } from "@/lib/operation/fields";
import { refuseOtherIds } from "@/lib/operation/http/id-mismatch";
import { addRunner, foundRunner, runnerEvent, saveRunner } from "@/lib/runner/save";
import {
  NewRunner,
  ProjectRunnerInput,
  ProjectRunnerParams,
  Runner,
  RunnerTag,
  SavedRunner,
} from "@/lib/runner/schema";
import { runnerOperations } from "@/lib/runner/scoped-operations";
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
  event: ({ params, result }) => ({
    ...runnerEvent(params.runnerId, result.name, "updated"),
    changes: result.changes,
  }),
});

const projectRunner = runnerOperations({
  access: manage,
  params: ProjectRunnerParams,
  find: async ({ db, ...at }) => (await ownRunner(db, at)).id,
  suffix: "OfProject",
  summaries: {
    switch: "Enables or disables one of the project's own runners; a disabled one gets no new tasks",
    newRegistrationToken:
      "Makes a token that registers one of the project's own runners once, within a day; only this reply contains it",
    drain: "Drains one of the project's own runners: it finishes its tasks and gets no new ones",
    resume: "Lets one of the project's own runners that is draining take tasks again",
    clean: "Has one of the project's own runners remove its stored repositories and requirements once it is idle",
    delete: "Deletes one of the project's own runners: its token stops working and its running tasks fail as lost",
  },
});

export const switchProjectRunner = projectRunner.switch;
export const newProjectRegistrationToken = projectRunner.newRegistrationToken;
export const drainProjectRunner = projectRunner.drain;
export const resumeProjectRunner = projectRunner.resume;
export const cleanProjectRunner = projectRunner.clean;
export const deleteProjectRunner = projectRunner.delete;
