import { z } from "zod";
import { runner } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { IdParam } from "@/lib/operation/fields";
import { ArtifactReply, ArtifactRequest, SummaryRequest } from "@/lib/protocol/artifacts";
import { OutputsRequest } from "@/lib/protocol/outputs";
import { TestsRequest } from "@/lib/protocol/tests";
import { taskChanged } from "@/lib/task/announce";
import { keepOutputs } from "@/lib/task/attempt/keep-outputs";
import { checksumDiffers, storePart } from "@/lib/task/results/artifacts";
import { storeSummary } from "@/lib/task/results/summary";
import { storeTests } from "@/lib/task/results/tests";

const TaskParams = z.object({ taskId: IdParam });

export const summary = operation({
  name: "runner.summary",
  summary: "Stores the summary that the task's programs have written so far",
  access: runner,
  transaction: "whole",
  params: TaskParams,
  input: SummaryRequest,
  output: z.object({}),
  run: async ({ db, actor, params, input, announce }) => {
    const ref = { task_id: params.taskId, attempt: input.attempt };
    announce(taskChanged(await storeSummary(db, actor.runner.id, ref, input.text)));
    return {};
  },
  event: { none: "a result of a running task, which has events of its own" },
});

export const tests = operation({
  name: "runner.tests",
  summary: "Stores the tests of the JUnit files that the task left",
  access: runner,
  transaction: "whole",
  params: TaskParams,
  input: TestsRequest,
  output: z.object({}),
  run: async ({ db, actor, params, input, announce }) => {
    const ref = { task_id: params.taskId, attempt: input.attempt };
    const task = await storeTests(db, actor.runner.id, ref, input.report);
    if (task) announce(taskChanged(task));
    return {};
  },
  event: { none: "a result of a running task, which has events of its own" },
});

export const outputs = operation({
  name: "runner.outputs",
  summary: "Stores the values that the task gives to what follows it",
  access: runner,
  transaction: "whole",
  params: TaskParams,
  input: OutputsRequest,
  output: z.object({}),
  run: async ({ db, actor, params, input, announce }) => {
    const ref = { task_id: params.taskId, attempt: input.attempt };
    const task = await keepOutputs(db, actor.runner.id, ref, input.outputs);
    if (task) announce(taskChanged(task));
    return {};
  },
  event: { none: "a result of a running task, which has events of its own" },
});

export const artifact = operation({
  name: "runner.artifact",
  summary: "Stores a part of a file that the task left",
  access: runner,
  transaction: "own",
  params: TaskParams,
  input: ArtifactRequest,
  output: ArtifactReply,
  run: async ({ db, actor, params, input, announce }) => {
    const stored = await db.transaction((tx) => storePart(tx, actor.runner.id, params.taskId, input));
    // Only now: a failure takes back what its transaction did, and the file must be gone.
    if (!stored) throw checksumDiffers();
    const { task, ...reply } = stored;
    if (task) announce(taskChanged(task));
    return reply;
  },
  event: { none: "a result of a running task, which has events of its own" },
});
