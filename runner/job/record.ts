import type { AttemptRef } from "@/lib/protocol/runner";
import type { AttemptClient } from "@/runner/client";
import { notice } from "@/runner/daemon/notice";
import { type TaskProblem, toProblem } from "@/runner/job/problem";
import { Reporter } from "@/runner/job/reporter";
import { TaskLog, type TaskLogPorts } from "@/runner/job/task-log";
import { Spool } from "@/runner/spool";
import { createWorkspace, type Leftover, saveState } from "@/runner/workspace";

/** What an attempt writes down: its workspace with the state file, its log, and what the server was told. */
export type AttemptRecord = {
  /** Null when the disk gave no workspace; then there is only the log, in memory. */
  place: Leftover | null;
  /** Why there is none. */
  problem: TaskProblem | null;
  log: TaskLog;
  reporter: Reporter;
  /** Bytes of the log a previous process wrote and this one does not find. */
  lostBytes: number;
};

export type RecordPorts = {
  server: AttemptClient;
  maxLogBytes: number;
  logRefused(error: unknown): void;
  diskFailed(): void;
};

/** A new attempt's record; a disk without room makes one that lives in memory and tells the problem. */
export async function openRecord(dataDir: string, ref: AttemptRef, ports: RecordPorts): Promise<AttemptRecord> {
  try {
    const place = await createWorkspace(dataDir, ref);
    const spool = await Spool.create(place.workspace.spool);
    const log = new TaskLog(spool, logPorts(ports), ports.maxLogBytes);
    return { place, problem: null, log, reporter: newReporter(ports, place), lostBytes: 0 };
  } catch (error) {
    const log = new TaskLog(Spool.inMemory(), logPorts(ports), ports.maxLogBytes);
    const problem = toProblem(error, "workspace_failed");
    return { place: null, problem, log, reporter: newReporter(ports, null), lostBytes: 0 };
  }
}

/** The record of an attempt a previous process began. */
export async function recoverRecord(place: Leftover, ports: RecordPorts): Promise<AttemptRecord> {
  const { spool, lostBytes } = await Spool.recover(place.workspace.spool);
  const log = new TaskLog(spool, logPorts(ports), ports.maxLogBytes);
  return { place, problem: null, log, reporter: newReporter(ports, place), lostBytes };
}

/** Remembers a change for the next process; without disk there is no next process to care. */
export async function remember(record: AttemptRecord, change: Partial<Leftover["state"]>): Promise<void> {
  const { place } = record;
  if (!place) return;
  Object.assign(place.state, change, { stages: record.reporter.stages });
  await saveState(place.workspace, place.state).catch((error) => {
    notice(`the state of task ${place.state.task_id} could not be saved: ${error}`);
  });
}

function logPorts(ports: RecordPorts): TaskLogPorts {
  return {
    diskFailed: ports.diskFailed,
    refused: ports.logRefused,
    async send(chunk) {
      const answer = await ports.server.log(chunk);
      if (answer.ok) return answer.value;
      if (answer.kind === "conflict" && answer.next_line !== null) return { next_line: answer.next_line };
      throw new Error(answer.message);
    },
  };
}

function newReporter({ server }: RecordPorts, place: Leftover | null): Reporter {
  const send = async (progress: Parameters<AttemptClient["progress"]>[0]) => {
    // Refused or aborted: whether the attempt is over shows where it matters, at the log and at finish.
    await server.progress(progress).catch(() => undefined);
  };
  return new Reporter(send, place ? [...place.state.stages] : []);
}
