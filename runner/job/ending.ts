import { parseJson } from "@/lib/protocol/json-text";
import { TaskOutput } from "@/lib/protocol/outputs";
import type { AttemptClient } from "@/runner/client/attempt";
import { accepted } from "@/runner/job/accepted";
import { type AttemptRecord, remember } from "@/runner/job/record";
import type { Outcome } from "@/runner/job/saved-attempt";
import type { StoredAttempt } from "@/runner/workspace";

const OUTPUTS_TOO_LARGE = { result: "error", reason: "outputs_too_large" } as const;
/** A server that keeps requesting lines it should have will never accept the log. */
const MAX_FINISH_ROUNDS = 20;

/**
 * Stores how the attempt has ended, with all that its report needs and only this process knows. Nothing is sent before, so
 * that a runner that is killed from here on still reports the truth.
 */
export async function saveEnd(record: AttemptRecord, found: Outcome, server: AttemptClient): Promise<Outcome> {
  const { log, reporter, outputs, plans } = record;
  const { toSend, fit } = outputs.settle();
  const outcome = fit || found.result !== "success" ? found : { ...found, ...OUTPUTS_TOO_LARGE };
  reporter.endStage();
  await log.close();
  await plans.kept();
  const sealed = toSend && server.seal(JSON.stringify(toSend));
  remember(record, { status: "ended", outcome, lines: log.lines, outputs: sealed });
  return outcome;
}

/** How a dead process says that the attempt has ended. Null: it does not say, or a part of what it stored is lost. */
export async function savedEnd(
  record: AttemptRecord,
  { saved }: StoredAttempt,
  server: AttemptClient,
): Promise<Outcome | null> {
  if (saved.status !== "ended" || record.lostBytes > 0 || record.log.lines < saved.lines) return null;
  if (saved.outputs !== null) {
    const outputs = TaskOutput.array().safeParse(parseJson(server.open(saved.outputs) ?? "")).data;
    if (!outputs) return null;
    record.outputs.restore(outputs);
  }
  await record.log.close();
  return saved.outcome;
}

/** Reports until the server has the whole log, all events and the result. */
export async function reportEnd(record: AttemptRecord, outcome: Outcome, server: AttemptClient): Promise<void> {
  const { log, events, reporter } = record;
  const facts = await reporter.take();
  for (let round = 0; round < MAX_FINISH_ROUNDS; round++) {
    await events.drain();
    const rest = (await log.rest()) ?? undefined;
    const total = { total_lines: log.lines, checksum: log.checksum, events: events.total };
    const reply = accepted(await server.finish({ ...outcome, ...total, log: rest, facts }));
    if (reply.finished) return;
    log.resendFrom(reply.next_line);
    events.resendFrom(reply.next_event);
    await log.drain();
  }
  throw new Error("the server does not accept the log");
}
