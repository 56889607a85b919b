import { z } from "zod";
import { member } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { found } from "@/lib/operation/errors";
import { IdParam, NoInput } from "@/lib/operation/fields";
import { TaskPlan } from "@/lib/protocol/plan";
import { TestReport } from "@/lib/protocol/tests";
import { findArtifact, listArtifacts as list } from "@/lib/task/results/artifacts";
import { listOutputs } from "@/lib/task/results/outputs";
import { readPlan } from "@/lib/task/results/plan";
import { readSummary } from "@/lib/task/results/summary";
import { readTests } from "@/lib/task/results/tests";
import { TaskParamsOfPath } from "@/lib/task/schema";
import { Artifact } from "@/lib/task/schema/artifact";
import { OutputValue } from "@/lib/task/schema/workflow";
import { taskExists } from "@/lib/task/store";

export const getPlan = operation({
  name: "task.plan",
  summary: "What the plan of a task changes, without sensitive values; 404 if it is only in the log",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: NoInput,
  output: TaskPlan,
  run: ({ db, params }) => readPlan(db, params.projectId, params.taskId),
});

export const getSummary = operation({
  name: "task.summary",
  summary: "The Markdown that a task wrote to SIGNALBOX_SUMMARY; 404 if there is none",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: NoInput,
  output: z.object({ text: z.string() }),
  run: ({ db, params }) => readSummary(db, params.projectId, params.taskId),
});

export const getTests = operation({
  name: "task.tests",
  summary: "The tests of the JUnit files that a task left in SIGNALBOX_ARTIFACTS; 404 if there are none",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: NoInput,
  output: TestReport,
  run: ({ db, params }) => readTests(db, params.projectId, params.taskId),
});

export const getOutputs = operation({
  name: "task.outputs",
  summary: "The values that a task gives to what follows it; a secret one has no value",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: NoInput,
  output: z.array(OutputValue),
  run: async ({ db, params: { projectId, taskId } }) => found((await listOutputs(db, [taskId], projectId)).get(taskId)),
});

export const listArtifacts = operation({
  name: "task.artifacts",
  summary: "The files that a task left in SIGNALBOX_ARTIFACTS",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: NoInput,
  output: z.array(Artifact),
  run: ({ db, params }) => list(db, params.projectId, params.taskId),
});

/** Only checks that the caller may read it; lib/task/result-routes.ts then streams the content. */
export const openArtifact = operation({
  name: "task.artifact",
  summary: "One of these files, as it is",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath.extend({ artifactId: IdParam }),
  input: NoInput,
  output: Artifact,
  run: async ({ db, params }) => {
    found(await taskExists(db, params.projectId, params.taskId));
    return findArtifact(db, params.taskId, params.artifactId);
  },
});
