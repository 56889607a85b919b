import type { z } from "zod";
import type { Db } from "@/db/client";
import type { FinishRequest } from "@/lib/protocol/runner";
import { NOTE_PREFIX } from "@/lib/protocol/runner-lines";
import type { Transition } from "@/lib/protocol/status";
import { endTask } from "@/lib/task/attempt/end";
import type { EndReason } from "@/lib/task/attempt/end-alone";
import { type AttemptRow, attemptOver, lockAttempt } from "@/lib/task/attempt/open-attempts";
import { applyFacts, columnsOf } from "@/lib/task/attempt/progress";
import { dropEvents } from "@/lib/task/events/append-events";
import { appending, appendMarker, dropLog } from "@/lib/task/log/append-log";
import type { TaskRow } from "@/lib/task/transition";

type Finish = z.output<typeof FinishRequest>;

export type Finished =
  | { finished: false; next_line: number; next_event: number }
  | { finished: true; next_line: number; next_event: number; task: TaskRow };

/** Sets the final status once the whole log and all events have arrived; until then returns what to resend from. */
export async function finishTask(tx: Db, runnerId: number, taskId: number, finish: Finish): Promise<Finished> {
  const begun = await lockAttempt(tx, runnerId, taskId, finish.attempt);
  const { appended: attempt, stored } =
    finish.log?.first_line === begun.log_lines ? appending(tx, begun, finish.log) : { appended: begun, stored: null };
  const next_event = await missingEvent(tx, attempt, finish.events);
  if (attempt.log_lines < finish.total_lines || next_event !== null) {
    await stored;
    return { finished: false, next_line: attempt.log_lines, next_event: next_event ?? attempt.events };
  }
  if (attempt.log_lines === finish.total_lines && attempt.log_crc !== finish.checksum) {
    await stored;
    await dropLog(tx, attempt);
    return { finished: false, next_line: 0, next_event: attempt.events };
  }
  const complete = attempt.log_lines === finish.total_lines;
  if (!complete) {
    await stored;
    await appendMarker(tx, attempt, SHORT_LOG);
  }
  const { name, reason } = endOf(finish, complete, attempt.stop_requested !== null);
  const { facts = {}, exit_code } = finish;
  const ref = { taskId, attempt: finish.attempt };
  const [task] = await Promise.all([
    endTask(tx, name, ref, reason, { exitCode: exit_code, facts: columnsOf(facts) }),
    stored,
  ]);
  // Only an out-of-sync runner reports while its task awaits a decision or was not confirmed.
  if (!task) throw attemptOver();
  await applyFacts(tx, task, facts);
  return {
    finished: true,
    next_line: attempt.log_lines,
    next_event: attempt.events,
    task,
  };
}

/** From which one on the runner has to send its events again; null: all are there, or it has none. */
async function missingEvent(tx: Db, attempt: AttemptRow, sent: Finish["events"]): Promise<number | null> {
  if (!sent || attempt.events > sent.total) return null;
  if (attempt.events < sent.total) return attempt.events;
  if (attempt.events_crc === sent.checksum) return null;
  await dropEvents(tx, attempt);
  return 0;
}

const SHORT_LOG = `${NOTE_PREFIX}the runner has lost a part of this log`;

const reasonOf = (hosts?: readonly unknown[]): EndReason => {
  if (hosts) return hosts.length === 0 ? "no_hosts" : null;
  return "by hosts";
};

/** Success requires exit code 0 and a complete log: if the runner has fewer lines than the server, part was lost. */
function endOf(finish: Finish, complete: boolean, stopRequested: boolean): { name: Transition; reason: EndReason } {
  if (finish.result === "success" && finish.exit_code === 0 && complete)
    return { name: "succeed", reason: reasonOf(finish.facts?.hosts) };
  if (finish.result === "stopped" && stopRequested) return { name: "stop", reason: finish.reason ?? "stopped_by_user" };
  return { name: "fail", reason: finish.reason ?? "internal" };
}
