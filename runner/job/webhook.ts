import { AddressRefused } from "@/lib/outbound/address";
import { post } from "@/lib/outbound/post";
import type { Job } from "@/lib/protocol/job";
import type { AttemptRef } from "@/lib/protocol/runner";
import { pause } from "@/runner/client/retry";
import type { Host } from "@/runner/job/context";
import { TaskProblem, toProblem } from "@/runner/job/problem";
import { type AttemptRecord, remember } from "@/runner/job/record";

/** Pending finish callback of a task whose start callback was delivered. */
type PendingFinish = Pick<Job, "project_id" | "template_id">;

type Call = PendingFinish & { action: "start" | "finish"; task_id: number; runner_id: number };

const TRIES = 3;
const PAUSE_MS = 1_000;
const TIMEOUT_MS = 5_000;

/** The calls that tell a webhook of the start and the end of a task. */
export class WebhookCalls {
  constructor(
    private readonly host: Pick<Host, "webhook" | "outboundAllow" | "runnerId">,
    private readonly ref: AttemptRef,
    private due: PendingFinish | null,
  ) {}

  /** A task whose start can't be reported does not run. Throws TaskProblem. */
  async start({ project_id, template_id }: Job, record: AttemptRecord, signal: AbortSignal): Promise<void> {
    const url = this.host.webhook();
    if (url === "") return;
    const task = { project_id, template_id };
    await callWebhook(url, { action: "start", ...task, ...this.identity }, this.host.outboundAllow, signal);
    this.due = task;
    remember(record, { due_finish: task });
  }

  /** Sent once, however the task ended. The task has already run, so a failing webhook only produces a log line. */
  async finish(record: AttemptRecord): Promise<void> {
    const task = this.due;
    const url = this.host.webhook();
    this.due = null;
    if (task === null) return;
    try {
      if (url !== "") await callWebhook(url, { action: "finish", ...task, ...this.identity }, this.host.outboundAllow);
    } catch (error) {
      record.log.note(toProblem(error, "webhook_failed").message);
    }
    remember(record, { due_finish: null });
  }

  private get identity() {
    return { task_id: this.ref.task_id, runner_id: this.host.runnerId };
  }
}

/**
 * Calls a URL at the start or end of a task. Only 200 and 204 count as success; after three attempts it throws
 * TaskProblem. The address has to be public, or in `allow`.
 */
async function callWebhook(url: string, call: Call, allow: readonly string[], signal?: AbortSignal): Promise<void> {
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
