import type { z } from "zod";
import { api } from "@/components/api-client";
import type { ActionResult } from "@/lib/operation/result";
import * as actions from "@/lib/runner/actions";
import type { NewRunner, Runner, RunnerInput } from "@/lib/runner/schema";

type Done = Promise<ActionResult<unknown>>;

/** What a list of runners does with them. */
export type RunnerCalls = {
  read: (runnerId: number) => Promise<Runner>;
  create: (input: RunnerInput) => Promise<ActionResult<z.infer<typeof NewRunner>>>;
  update: (runnerId: number, input: RunnerInput) => Done;
  activate: (runnerId: number, active: boolean) => Done;
  drain: (runnerId: number, draining: boolean) => Done;
  clean: (runnerId: number) => Done;
  remove: (runnerId: number) => Done;
};

/** Null: as an administrator, all runners; else those of a project. */
export const runnerCalls = (projectId: number | null): RunnerCalls =>
  projectId === null ? ALL_RUNNERS : callsOfProject(projectId);

const ALL_RUNNERS: RunnerCalls = {
  read: (runnerId) => api("GET /runners/:runnerId", { params: { runnerId } }),
  create: (input) => actions.createRunner({}, input),
  update: (runnerId, input) => actions.updateRunner({ runnerId }, input),
  activate: (runnerId, active) => actions.switchRunner({ runnerId }, { active }),
  drain: (runnerId, draining) => (draining ? actions.drainRunner : actions.resumeRunner)({ runnerId }, undefined),
  clean: (runnerId) => actions.cleanRunner({ runnerId }, undefined),
  remove: (runnerId) => actions.deleteRunner({ runnerId }),
};

const callsOfProject = (projectId: number): RunnerCalls => ({
  read: (runnerId) => api("GET /project/:projectId/runners/:runnerId", { params: { projectId, runnerId } }),
  create: (input) => actions.createProjectRunner({ projectId }, input),
  update: (runnerId, input) => actions.updateProjectRunner({ projectId, runnerId }, input),
  activate: (runnerId, active) => actions.switchProjectRunner({ projectId, runnerId }, { active }),
  drain: (runnerId, draining) =>
    (draining ? actions.drainProjectRunner : actions.resumeProjectRunner)({ projectId, runnerId }, undefined),
  clean: (runnerId) => actions.cleanProjectRunner({ projectId, runnerId }, undefined),
  remove: (runnerId) => actions.deleteProjectRunner({ projectId, runnerId }),
});
