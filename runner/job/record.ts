import type { AttemptRef } from "@/lib/protocol/runner";
import { notTaken } from "@/lib/protocol/runner-lines";
import type { Answer } from "@/runner/client";
import type { AttemptClient } from "@/runner/client/attempt";
import { notice } from "@/runner/daemon/notice";
import { type TaskProblem, toProblem } from "@/runner/job/problem";
import { Reporter } from "@/runner/job/reporter";
import { type SavedAttempt, saveAttempt } from "@/runner/job/saved-attempt";
import { TaskEvents, type TaskEventsPorts } from "@/runner/job/task-events";
import { TaskLog, type TaskLogPorts } from "@/runner/job/task-log";
import { PlanSender } from "@/runner/plan/sender";
import { TaskOutputs } from "@/runner/results/outputs";
import { Spool } from "@/runner/spool";
import { discardTree } from "@/runner/tree";
import { attemptFolder, createWorkspace, type StoredAttempt } from "@/runner/workspace";

/** What an attempt stores: its workspace with the file for a restart, its log, and what has been reported. */
export type AttemptRecord = {
  /** Null when the disk had no room for a workspace; the log is then in memory only. */
  place: StoredAttempt | null;
  /** Why there is no workspace. */
  problem: TaskProblem | null;
  log: TaskLog;
  events: TaskEvents;
  reporter: Reporter;
  plans: PlanSender;
  outputs: TaskOutputs;
  /** Bytes of log that a previous process wrote and that are missing now. */
  lostBytes: number;
};

export type RecordPorts = {
  server: AttemptClient;
  maxLogBytes: number;
  logRefused(error: unknown): void;
  eventsRefused(error: unknown): void;
  diskFailed(): void;
};

/** Creates a new attempt's record; without disk space it lives in memory and carries the problem. */
export async function openRecord(dataDir: string, ref: AttemptRef, ports: RecordPorts): Promise<AttemptRecord> {
  try {
    const place = await createWorkspace(dataDir, ref);
    const spool = Spool.create(place.workspace.spool);
    const log = new TaskLog(spool, logPorts(ports), ports.maxLogBytes);
    const events = new TaskEvents(place.workspace.events, eventPorts(ports, log));
    return { place, problem: null, log, events, ...sendersOf(ports, place, log), lostBytes: 0 };
  } catch (error) {
    await discardTree(attemptFolder(dataDir, ref));
    const log = new TaskLog(Spool.inMemory(), logPorts(ports), ports.maxLogBytes);
    const problem = toProblem(error, "workspace_failed");
    const events = new TaskEvents(null, eventPorts(ports, log));
    return { place: null, problem, log, events, ...sendersOf(ports, null, log), lostBytes: 0 };
  }
}

/** Opens the record of an attempt that a previous process started. */
export async function recoverRecord(place: StoredAttempt, ports: RecordPorts): Promise<AttemptRecord> {
  const { spool, lostBytes } = await Spool.recover(place.workspace.spool);
  const log = new TaskLog(spool, logPorts(ports), ports.maxLogBytes);
  const events = await TaskEvents.recover(place.workspace.events, eventPorts(ports, log));
  const senders = sendersOf(ports, place, log);
  await senders.plans.resume();
  return { place, problem: null, log, events, ...senders, lostBytes };
}

const sendersOf = (ports: RecordPorts, place: StoredAttempt | null, log: TaskLog) => ({
  reporter: newReporter(ports, place, log),
  plans: new PlanSender(ports.server, place?.workspace.unsentPlan, (text) => log.note(text)),
  outputs: new TaskOutputs(ports.server, log),
});

/** Persists a change for the next process; does nothing without a workspace. */
export function remember(record: AttemptRecord, change: Partial<SavedAttempt>): void {
  const { place } = record;
  if (!place) return;
  const { stages, unsent: facts } = record.reporter;
  Object.assign(place.saved, change, { stages, facts });
  try {
    saveAttempt(place.workspace, place.saved);
  } catch (error) {
    notice(`what a restart needs of task ${place.saved.task_id} could not be saved: ${error}`);
  }
}

function logPorts(ports: RecordPorts): TaskLogPorts {
  return {
    diskFailed: ports.diskFailed,
    refused: ports.logRefused,
    limits: () => ports.server.logLimits,
    send: async (chunk) => nextLine(await ports.server.log(chunk)),
  };
}

const eventPorts = (ports: RecordPorts, log: TaskLog): TaskEventsPorts => ({
  diskFailed: ports.diskFailed,
  refused: (error) => {
    log.note(notTaken("the results of this task's hosts; what it has may lack some"));
    ports.eventsRefused(error);
  },
  wanted: ports.server.takesEvents,
  maxBytes: ports.maxLogBytes,
  send: async (chunk) => nextLine(await ports.server.events(chunk)),
});

function nextLine(answer: Answer<{ next_line: number }>): { next_line: number } {
  if (answer.ok) return answer.value;
  if (answer.kind === "conflict" && answer.next_line !== null) return { next_line: answer.next_line };
  throw new Error(answer.message);
}

function newReporter({ server }: RecordPorts, place: StoredAttempt | null, log: TaskLog): Reporter {
  let refusal = "";
  const send = async (progress: Parameters<AttemptClient["progress"]>[0]) => {
    // Aborted, or no longer this runner's: sending the log and finishing will detect whether the attempt is over.
    const answer = await server.progress(progress).catch(() => null);
    if (!answer || answer.ok || answer.kind !== "rejected" || answer.message === refusal) return;
    refusal = answer.message;
    log.note(notTaken(`what the runner reports about this task: ${refusal}`));
  };
  const mask = (text: string) => log.mask(text);
  return place ? new Reporter(send, mask, [...place.saved.stages], place.saved.facts) : new Reporter(send, mask);
}
