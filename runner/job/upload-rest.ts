import { notKept } from "@/lib/protocol/runner-lines";
import { STATE_GRACE_SECONDS } from "@/lib/protocol/state";
import type { AttemptClient } from "@/runner/client/attempt";
import { soonAfter } from "@/runner/client/retry";
import { TaskProblem } from "@/runner/job/problem";
import type { AttemptRecord } from "@/runner/job/record";
import type { Outcome } from "@/runner/job/saved-attempt";
import { uploadResults } from "@/runner/results/upload";
import { type StateHost, uploadState } from "@/runner/state/unsent";

/** How long a stop leaves for results. */
const STOPPED_RESULTS_MS = 30_000;
/** How long a force stop leaves for results, and for a state, without which the next run would make everything again. */
const RESULTS_MS = 5_000;
const STATE_MS = STATE_GRACE_SECONDS * 1_000;

type Uploading = {
  host: StateHost;
  server: AttemptClient;
  /** Aborts with a plain stop, also with one that ended the attempt's programs. */
  stopped: AbortSignal;
  /** Aborts with a force stop, also with one that ended the attempt's programs. */
  forced: AbortSignal;
  /** Aborts when the console has given the attempt up; the upload then rejects. */
  gone: AbortSignal;
};

/**
 * Uploads what the programs of an attempt have left, before its end is reported, and resolves with that end. A success for which a
 * stop was too early to upload its state or outputs is none, because what follows would miss them.
 */
export async function uploadRest(record: AttemptRecord, found: Outcome, uploading: Uploading): Promise<Outcome> {
  const outcome = await uploadStateOf(record, found, uploading);
  const { forced, stopped } = uploading;
  const deadline = AbortSignal.any([soonAfter(forced, RESULTS_MS), soonAfter(stopped, STOPPED_RESULTS_MS)]);
  const because = () => `because it was ${forced.aborted ? "force-stopped" : "stopped"}`;
  const server = uploading.server.until(deadline);
  await record.plans.sent(deadline);
  if (!(await uploadResults(record, server, deadline)))
    record.log.note(`not all results of this task are kept, ${because()}`);
  const hasOutputs = await record.outputs.upload(server);
  uploading.gone.throwIfAborted();
  if (hasOutputs || !deadline.aborted) return outcome;
  record.log.note(notKept("the outputs of this task are", `, ${because()}`));
  return stoppedEarly(outcome);
}

async function uploadStateOf(
  record: AttemptRecord,
  found: Outcome,
  { host, forced, gone }: Uploading,
): Promise<Outcome> {
  // After a force stop that came before, the end of the programs has already taken as long for it.
  const deadline = soonAfter(forced, forced.aborted ? RESULTS_MS : STATE_MS);
  try {
    await uploadState(record, host, AbortSignal.any([gone, deadline]));
    return found;
  } catch (error) {
    gone.throwIfAborted();
    if (error instanceof TaskProblem) {
      record.log.note(error.message);
      return found.result === "success" ? { ...found, result: "error", reason: error.reason } : found;
    }
    if (!deadline.aborted) throw error;
    record.log.note("the console does not have the state of this task yet; the runner goes on uploading it");
    return stoppedEarly(found);
  }
}

const stoppedEarly = (found: Outcome): Outcome =>
  found.result === "success" ? { ...found, result: "stopped", reason: "stopped_by_user" } : found;
