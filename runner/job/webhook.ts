import { AddressRefused } from "@/lib/outbound/address";
import { post } from "@/lib/outbound/post";
import type { Job } from "@/lib/protocol/runner";
import { pause } from "@/runner/client/retry";
import { TaskProblem } from "@/runner/job/problem";

/** Of a task whose start was told, what telling its end takes. */
export type DueFinish = Pick<Job, "project_id" | "template_id">;

type Call = DueFinish & { action: "start" | "finish"; task_id: number; runner_id: number };

const TRIES = 3;
const PAUSE_MS = 1_000;
const PATIENCE_MS = 5_000;

/**
 * Tells an address that a task starts or has ended. Only 200 and 204 count; after three tries it throws TaskProblem.
 * The address has to be public, or in `allow`.
 */
export async function callWebhook(
  url: string,
  call: Call,
  allow: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const failure = await tryOnce(url, call, allow, signal);
    if (failure === null) return;
    signal?.throwIfAborted();
    if (tries === TRIES) throw new TaskProblem("webhook_failed", `the runner's webhook ${failure} (${call.action})`);
    await pause(PAUSE_MS, signal);
  }
}

/** Null when it was taken. The answer's text is nobody's business, and an address may hold a secret. */
async function tryOnce(
  url: string,
  call: Call,
  allow: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string | null> {
  try {
    const { status } = await post({ url, body: JSON.stringify(call) }, { allow, timeoutMs: PATIENCE_MS, signal });
    return status === 200 || status === 204 ? null : `answered with HTTP ${status}`;
  } catch (error) {
    if (error instanceof AddressRefused)
      return "is not at a public address; SIGNALBOX_RUNNER_OUTBOUND_ALLOW can allow it";
    // Not reached, cut off or too slow: all the same to the reader, and the details could quote the address.
    return "did not answer";
  }
}
