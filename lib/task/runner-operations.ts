import { z } from "zod";
import { stateChanged } from "@/db/announcement";
import type { Db } from "@/db/client";
import { anyone, runner } from "@/lib/access/access";
import { forgetRunners, type RunnerRow, runnerByToken } from "@/lib/access/runner-cache";
import { announceAll } from "@/lib/operation/announce";
import { operation } from "@/lib/operation/define";
import { AppError } from "@/lib/operation/errors";
import { IdParam, NoInput, NoParams } from "@/lib/operation/fields";
import { Job } from "@/lib/protocol/job";
import { PlanRequest } from "@/lib/protocol/plan";
import * as protocol from "@/lib/protocol/runner";
import { KeepStateReply, KeepStateRequest } from "@/lib/protocol/state";
import { drainProcess, registerRunner, runnerSettings, settingsOf, unregisterRunner } from "@/lib/runner/register";
import { slotFreed, taskChanged } from "@/lib/task/announce";
import { finishTask } from "@/lib/task/attempt/finish";
import { beginAttempt, handOut } from "@/lib/task/attempt/hand-out";
import { keepState as keep } from "@/lib/task/attempt/keep-state";
import { recordProgress } from "@/lib/task/attempt/progress";
import { storeEvents } from "@/lib/task/events/append-events";
import { storeChunks } from "@/lib/task/log/append-log";
import { allDirectives, renewLeases } from "@/lib/task/queue/directives";
import { readAttempts } from "@/lib/task/queue/look";
import { pollForWork } from "@/lib/task/queue/poll";
import { otherHolder, refuseProcess, registerProcess } from "@/lib/task/queue/register-process";
import { noteResult } from "@/lib/task/results";
import { storePlan } from "@/lib/task/results/plan";

const TaskParams = z.object({ taskId: IdParam });

/** Only the process that said hello last speaks for the runner. It may have said so a moment ago, to another web node. */
async function requireOwnProcess(db: Db, caller: RunnerRow, instanceId: string): Promise<void> {
  if (caller.instance_id === instanceId) return;
  forgetRunners();
  const runner = await runnerByToken(db, caller.token_hash);
  if (runner?.instance_id !== instanceId) throw new AppError("conflict", { key: "runnerReplaced" });
}

export const register = operation({
  name: "runner.register",
  summary: "Registers a new runner with the registration token",
  access: anyone,
  transaction: "own",
  params: NoParams,
  input: protocol.RegisterRequest,
  output: protocol.RegisterReply,
  run: ({ db, input, ip }) => registerRunner(db, input, ip),
  event: { none: "registerRunner records it in its own transaction" },
});

export const unregister = operation({
  name: "runner.unregister",
  summary: "Unregisters a runner: its token stops working immediately and its unfinished tasks fail as lost",
  access: runner,
  transaction: "whole",
  params: NoParams,
  input: NoInput,
  output: protocol.UnregisterReply,
  run: async ({ db, actor, announce }) => {
    announce({ type: "runner" });
    return { name: await unregisterRunner(db, actor.runner.id) };
  },
  event: ({ actor, result: { name } }) => ({
    object_type: "runner",
    object_id: actor.runner.id,
    object_name: name,
    description: `Runner ${name} unregistered`,
  }),
});

export const hello = operation({
  name: "runner.hello",
  summary: "A runner process starts",
  access: runner,
  transaction: "own",
  params: NoParams,
  input: protocol.HelloRequest,
  output: protocol.HelloReply,
  run: async ({ db, actor, input, ip, announce }) => {
    if (!protocol.SUPPORTED_PROTOCOLS.includes(input.protocol)) {
      const versions = { runner: input.protocol, server: protocol.PROTOCOL_VERSION };
      throw new AppError("invalid", { key: "protocolMismatch", params: versions });
    }
    const { holder, registered } = await db.transaction(async (tx) => {
      const other = await otherHolder(tx, actor.runner.id, input);
      return other
        ? { holder: other, registered: null }
        : { holder: null, registered: await registerProcess(tx, actor.runner.id, input) };
    });
    if (holder) return refuseProcess(db, actor.runner, input, holder, ip);
    announce({ type: "runner" });
    announce(registered.changed.flatMap(taskChanged));
    return registered.reply;
  },
  event: { none: "a refused process and tasks that end by it have events of their own" },
});

export const drain = operation({
  name: "runner.drainProcess",
  summary: "A runner process shuts down when its tasks have ended and gets no new ones",
  access: runner,
  transaction: "whole",
  params: NoParams,
  input: protocol.DrainRequest,
  output: z.object({}),
  run: async ({ db, actor, input, announce }) => {
    await requireOwnProcess(db, actor.runner, input.instance_id);
    await drainProcess(db, actor.runner.id, input.ended);
    announce({ type: "runner" });
    return {};
  },
  event: ({ actor: { runner: caller }, input }) =>
    input.ended
      ? null
      : {
          object_type: "runner",
          object_id: caller.id,
          object_name: caller.name,
          description: `Runner ${caller.name} shuts down when its tasks have ended`,
        },
});

export const poll = operation({
  name: "runner.poll",
  summary: "Waits for tasks and directives",
  access: runner,
  transaction: "own",
  params: NoParams,
  input: protocol.PollRequest,
  output: protocol.PollReply,
  run: async ({ db, actor: { runner: caller }, input, signal }) => {
    await requireOwnProcess(db, caller, input.instance_id);
    const work = await pollForWork(db, caller, input, signal);
    return { ...work, settings: await runnerSettings(db, caller) };
  },
  event: { none: "a claim is part of a task's life, which has events of its own" },
});

export const heartbeat = operation({
  name: "runner.heartbeat",
  summary: "Renews the leases of all attempts of the runner",
  access: runner,
  transaction: "own",
  params: NoParams,
  input: protocol.HeartbeatRequest,
  output: protocol.HeartbeatReply,
  run: async ({ db, actor, input }) => {
    await requireOwnProcess(db, actor.runner, input.instance_id);
    await renewLeases(db, actor.runner.id, input.attempts);
    const rows = input.attempts.length > 0 ? await readAttempts(db, actor.runner.id, input.attempts) : [];
    const directives = await allDirectives(db, actor.runner.id, input.attempts, rows);
    return { directives, settings: settingsOf(actor.runner) };
  },
  event: { none: "it only says that the runner is alive" },
});

export const begin = operation({
  name: "runner.begin",
  summary: "Fetches everything an attempt needs before any process is spawned",
  access: runner,
  transaction: "own",
  params: TaskParams,
  input: protocol.BeginRequest,
  output: Job,
  run: async ({ db, actor, params, input }) => {
    const { task, parts } = await beginAttempt(db, actor.runner.id, params.taskId, input);
    announceAll(db, taskChanged(task));
    return handOut(db, task, input.phase, parts);
  },
  event: { none: "beginTask records that the task is running" },
});

export const log = operation({
  name: "runner.log",
  summary: "Appends log lines",
  access: runner,
  transaction: "own",
  params: TaskParams,
  input: protocol.LogRequest,
  output: protocol.LogReply,
  run: async ({ db, actor, params, input, announce }) => {
    const ref = { task_id: params.taskId, attempt: input.attempt };
    const next_line = await storeChunks(db, actor.runner.id, ref, [input, ...(input.further ?? [])]);
    announce({ type: "log", task_id: params.taskId, next_line });
    return { next_line };
  },
  event: { none: "lines of a log are no change of anything" },
});

export const events = operation({
  name: "runner.events",
  summary: "Appends results of hosts",
  access: runner,
  transaction: "own",
  params: TaskParams,
  input: protocol.LogRequest,
  output: protocol.LogReply,
  run: async ({ db, actor, params, input, announce }) => {
    const ref = { task_id: params.taskId, attempt: input.attempt };
    const next_line = await storeEvents(db, actor.runner.id, ref, [input, ...(input.further ?? [])]);
    // Also when the first ones come again, because the reply was lost.
    const task = input.first_line === 0 ? await noteResult(db, params.taskId, "events") : null;
    if (task) announce(taskChanged(task));
    return { next_line };
  },
  event: { none: "results of a running task are no change of anything" },
});

export const keepState = operation({
  name: "runner.keepState",
  summary: "Stores what a runner still has of the state of an attempt, even if the attempt has ended",
  access: runner,
  transaction: "own",
  params: TaskParams,
  input: KeepStateRequest,
  output: KeepStateReply,
  run: async ({ db, actor, params, input, announce }) => {
    const kept = await keep(db, actor.runner.id, params.taskId, input);
    if (kept.version !== null) announce(stateChanged(kept.state));
    return kept;
  },
  event: { none: "recorded in the transaction that keeps it" },
});

export const plan = operation({
  name: "runner.plan",
  summary: "Reports what the plan of the running attempt would change",
  access: runner,
  transaction: "whole",
  params: TaskParams,
  input: PlanRequest,
  output: z.object({}),
  run: async ({ db, actor, params, input, announce }) => {
    const ref = { task_id: params.taskId, attempt: input.attempt };
    const task = await storePlan(db, actor.runner.id, ref, input.plan);
    if (task) announce(taskChanged(task));
    return {};
  },
  event: { none: "facts about a running task, which has events of its own" },
});

export const progress = operation({
  name: "runner.progress",
  summary: "Reports commit, plan, host results and stages; asks for confirmation",
  access: runner,
  transaction: "whole",
  params: TaskParams,
  input: protocol.ProgressRequest,
  output: z.object({}),
  run: async ({ db, actor, params, input, announce }) => {
    const task = await recordProgress(db, actor.runner.id, params.taskId, input);
    announce(taskChanged(task));
    if (input.await_confirmation) announce(slotFreed(task.id));
    return {};
  },
  event: { none: "facts about a running task, which has events of its own" },
});

export const finish = operation({
  name: "runner.finish",
  summary: "Ends an attempt, once its whole log and all its events are stored",
  access: runner,
  transaction: "whole",
  params: TaskParams,
  input: protocol.FinishRequest,
  output: protocol.FinishReply,
  run: async ({ db, actor, params, input, announce }) => {
    const result = await finishTask(db, actor.runner.id, params.taskId, input);
    announce({ type: "log", task_id: params.taskId, next_line: result.next_line });
    if (!result.finished) return { ...result, status: "running" as const };
    announce(taskChanged(result.task));
    const { next_line, next_event, task } = result;
    return { finished: true, next_line, next_event, status: task.status };
  },
  event: { none: "endTask records how the task ended" },
});
