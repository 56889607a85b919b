import { AddressRefused } from "@/lib/outbound/address";
import { post } from "@/lib/outbound/post";
import type { Job } from "@/lib/protocol/job";
import { pause } from "@/runner/client/retry";
import { TaskProblem } from "@/runner/job/problem";

/** Pending finish callback of a task whose start callback was delivered. */
export type PendingFinish = Pick<Job, "project_id" | "template_id">;

type Call = PendingFinish & { action: "start" | "finish"; task_id: number; runner_id: number };

const TRIES = 3;
const PAUSE_MS = 1_000;
const TIMEOUT_MS = 5_000;

/**
 * Calls a URL at the start or end of a task. Only 200 and 204 count as success; after three attempts it throws
 * TaskProblem. The address has to be public, or in `allow`.
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

/** Null on success. The response body is ignored, and the URL is not logged because it may contain a secret. */
async function tryOnce(
  url: string,
  call: Call,
  allow: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string | null> {
  try {
    const { status } = await post({ url, body: JSON.stringify(call) }, { allow, timeoutMs: TIMEOUT_MS, signal });
    return status === 200 || status === 204 ? null : `answered with HTTP ${status}`;
  } catch (error) {
    if (error instanceof AddressRefused)
      return "is not at a public address; SIGNALBOX_RUNNER_OUTBOUND_ALLOW can allow it";
    // Unreachable, interrupted or too slow: the details could quote the URL.
    return "did not answer";
  }
}
