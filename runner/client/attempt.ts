import { z } from "zod";
import { ArtifactReply, type ArtifactRequest, MAX_ARTIFACT_BYTES, type SummaryRequest } from "@/lib/protocol/artifacts";
import { Job } from "@/lib/protocol/job";
import { MAX_LOG_BODY_BYTES } from "@/lib/protocol/log";
import { toLogChunk, writeLogBody } from "@/lib/protocol/log-body";
import type { OutputsRequest } from "@/lib/protocol/outputs";
import type { PlanRequest } from "@/lib/protocol/plan";
import { LATER_REASONS, type TaskReason } from "@/lib/protocol/reasons";
import {
  type AttemptRef,
  type BeginRequest,
  FinishReply,
  type FinishRequest,
  LogReply,
  type ProgressRequest,
} from "@/lib/protocol/runner";
import { KeepStateReply, type KeepStateRequest } from "@/lib/protocol/state";
import type { TestsRequest } from "@/lib/protocol/tests";
import type { Answer, ConsoleClient } from "@/runner/client";
import { open, seal } from "@/runner/client/seal";
import { CHUNK_LIMITS, type ChunkLimits, type SpooledChunk } from "@/runner/spool/chunk";

/** A state may be large. */
const STATE_MS = 120_000;
const Anything = z.unknown();

/** For lines sent as they are: large enough that the costs of a call do not count. */
const RAW_LOG_LIMITS: ChunkLimits = { bytes: MAX_LOG_BODY_BYTES / 4, lines: 50_000 };

/** Earlier consoles know none of these. */
const UNKNOWN_EARLIER: ReadonlySet<TaskReason | null> = new Set(LATER_REASONS);

type OfAttempt<Request extends z.ZodType> = Omit<z.input<Request>, "attempt">;

/** The calls about one attempt; they give up when `signal` aborts. */
export class AttemptClient {
  constructor(
    private readonly client: ConsoleClient,
    private readonly ref: AttemptRef,
    private readonly signal: AbortSignal,
  ) {}

  /** A client for the same attempt whose calls also give up when this signal aborts. */
  until(signal: AbortSignal): AttemptClient {
    return new AttemptClient(this.client, this.ref, AbortSignal.any([this.signal, signal]));
  }

  /** For this machine's disk: only the runner's token opens it, and only for this attempt. */
  seal(text: string): string {
    return seal(text, this.client.token, this.place);
  }

  /** Null: it was sealed with another token. */
  open(sealed: string): string | null {
    return open(sealed, this.client.token, this.place);
  }

  begin(body: OfAttempt<typeof BeginRequest>) {
    return this.call("begin", Job, body);
  }

  get logLimits(): ChunkLimits {
    return this.client.takesRawLogs ? RAW_LOG_LIMITS : CHUNK_LIMITS;
  }

  async log({ first_line, frames }: SpooledChunk): Promise<Answer<z.output<typeof LogReply>>> {
    if (!this.client.takesRawLogs) return this.call("log", LogReply, toLogChunk(first_line, frames));
    const answer = await this.send("log", LogReply, writeLogBody(this.ref.attempt, first_line, frames));
    if (answer.ok || answer.kind !== "rejected") return answer;
    // An older process behind the same address: the lines are sent again, in its form.
    this.client.takesRawLogs = false;
    return { ok: true, value: { next_line: first_line } };
  }

  get takesEvents(): boolean {
    return this.client.takes?.events ?? false;
  }

  events({ first_line, frames }: SpooledChunk): Promise<Answer<z.output<typeof LogReply>>> {
    return this.send("events", LogReply, writeLogBody(this.ref.attempt, first_line, frames));
  }

  progress(body: OfAttempt<typeof ProgressRequest>) {
    return this.call("progress", Anything, body);
  }

  get takesPlans(): boolean {
    return this.client.takes?.plan ?? false;
  }

  plan(body: OfAttempt<typeof PlanRequest>) {
    return this.call("plan", Anything, body);
  }

  get takesResults(): boolean {
    return this.client.takes?.results ?? false;
  }

  /** In bytes: larger files need not be read. */
  get largestArtifact(): number {
    return this.client.takes?.artifact_bytes ?? MAX_ARTIFACT_BYTES;
  }

  summary(body: OfAttempt<typeof SummaryRequest>) {
    return this.call("summary", Anything, body);
  }

  artifact(body: OfAttempt<typeof ArtifactRequest>) {
    return this.call("artifacts", ArtifactReply, body);
  }

  tests(body: OfAttempt<typeof TestsRequest>) {
    return this.call("tests", Anything, body);
  }

  get takesOutputs(): boolean {
    return this.client.takes?.outputs ?? false;
  }

  outputs(body: OfAttempt<typeof OutputsRequest>) {
    return this.call("outputs", Anything, body);
  }

  /** Also of an attempt that is over. */
  keepState(body: OfAttempt<typeof KeepStateRequest>) {
    return this.call("state", KeepStateReply, body, STATE_MS);
  }

  async finish(body: OfAttempt<typeof FinishRequest>) {
    const answer = await this.call("finish", FinishReply, body);
    if (answer.ok || answer.kind !== "rejected" || !UNKNOWN_EARLIER.has(body.reason)) return answer;
    // An older process behind the same address.
    return this.call("finish", FinishReply, { ...body, reason: "workspace_failed" });
  }

  private get place(): string {
    return `${this.ref.task_id}/${this.ref.attempt}`;
  }

  private call<Reply extends z.ZodType>(verb: string, reply: Reply, body: object, timeoutMs?: number) {
    return this.send(verb, reply, { attempt: this.ref.attempt, ...body }, timeoutMs);
  }

  private send<Reply extends z.ZodType>(verb: string, reply: Reply, body: object, timeoutMs?: number) {
    const path = `/tasks/${this.ref.task_id}/${verb}`;
    return this.client.callUntilAnswered({ path, reply, body, signal: this.signal, timeoutMs });
  }
}
