import type { RequestOptions } from "node:http";
import { urlToHttpOptions } from "node:url";
import { z } from "zod";
import { type BeginCheckRequest, Check, type FinishCheckRequest } from "@/lib/protocol/check";
import { parseJson } from "@/lib/protocol/json-text";
import { LOG_TYPE } from "@/lib/protocol/log-body";
import { type BeginProbeRequest, type ProbeReport, RunnerProbe } from "@/lib/protocol/probe";
import {
  type DrainRequest,
  HeartbeatReply,
  type HeartbeatRequest,
  HelloReply,
  type HelloRequest,
  POLL_SECONDS,
  PollReply,
  type PollRequest,
  RegisterReply,
  type RegisterRequest,
  TOKEN_HEADER,
  UnregisterReply,
} from "@/lib/protocol/runner";
import { type Posted, refusalText, send, TOO_LARGE } from "@/runner/client/request";
import { retryUntilAborted, Unreachable } from "@/runner/client/retry";
import { notice } from "@/runner/daemon/notice";

const REQUEST_MS = 30_000;
const HEARTBEAT_MS = 10_000;
const POLL_MS = (POLL_SECONDS + 15) * 1_000;

/**
 * `unauthorized`: the token is not (or no longer) good. `missing`, `conflict`: the attempt is not this runner's any
 * more; a conflict over log lines names the line to go on from. `rejected`: the request itself is at fault.
 */
export type Refusal = {
  ok: false;
  kind: "unauthorized" | "missing" | "conflict" | "rejected";
  message: string;
  next_line: number | null;
};
export type Hello = z.output<typeof HelloReply>;
export type Answer<Value> = { ok: true; value: Value } | Refusal;

/** The runner was deleted, its token replaced, or another process has said hello with it. */
export const isUnregistered = ({ kind }: Refusal): boolean => kind === "unauthorized" || kind === "conflict";

type Call<Reply extends z.ZodType> = {
  path: string;
  reply: Reply;
  body: unknown;
  signal?: AbortSignal;
  timeoutMs?: number;
};

const KINDS: Partial<Record<number, Refusal["kind"]>> = {
  401: "unauthorized",
  404: "missing",
  409: "conflict",
  410: "missing",
};
const RETRIED = new Set([408, 425, 429]);

const ErrorBody = z.object({ error: z.string().catch(""), next_line: z.int().nullable().catch(null) });
const Anything = z.unknown();

/** The runner's side of the wire. Poll and heartbeat try once and reject with Unreachable; the others retry until there is an answer. */
export class ConsoleClient {
  /** The server takes log lines as they are. */
  takesRawLogs = false;
  /** What else the server takes of a run, see HelloReply. */
  takes: Pick<Hello, "plan" | "events" | "results" | "artifact_bytes" | "outputs"> | null = null;
  /** The runner's own. */
  token = "";
  private reachable = true;
  private readonly base: RequestOptions & { pathname: string };

  constructor(readonly url: string) {
    const base = new URL(`${url}/api/internal/runners`);
    this.base = { ...urlToHttpOptions(base), pathname: base.pathname };
  }

  authorize(token: string): void {
    this.token = token;
  }

  register(body: z.input<typeof RegisterRequest>, signal?: AbortSignal) {
    return this.callUntilAnswered({ path: "", reply: RegisterReply, body, signal });
  }

  unregister(signal?: AbortSignal) {
    return this.callUntilAnswered({ path: "/unregister", reply: UnregisterReply, body: {}, signal });
  }

  async hello(body: z.input<typeof HelloRequest>, signal?: AbortSignal) {
    const answer = await this.callUntilAnswered({ path: "/hello", reply: HelloReply, body, signal });
    if (answer.ok) {
      this.takesRawLogs = answer.value.raw_log;
      this.takes = answer.value;
    }
    return answer;
  }

  /** Tries once: if the request is lost, the polls still accept no work. */
  drain(body: z.input<typeof DrainRequest>, signal?: AbortSignal) {
    return this.ask({ path: "/drain", reply: Anything, body, signal });
  }

  poll(body: z.input<typeof PollRequest>, signal?: AbortSignal) {
    return this.ask({ path: "/poll", reply: PollReply, body, signal, timeoutMs: POLL_MS });
  }

  heartbeat(body: z.input<typeof HeartbeatRequest>, signal?: AbortSignal) {
    return this.ask({ path: "/heartbeat", reply: HeartbeatReply, body, signal, timeoutMs: HEARTBEAT_MS });
  }

  beginCheck(checkId: number, body: z.input<typeof BeginCheckRequest>, signal: AbortSignal) {
    return this.callUntilAnswered({ path: `/checks/${checkId}/begin`, reply: Check, body, signal });
  }

  finishCheck(checkId: number, body: z.input<typeof FinishCheckRequest>, signal: AbortSignal) {
    return this.callUntilAnswered({ path: `/checks/${checkId}/finish`, reply: Anything, body, signal });
  }

  beginProbe(probeId: number, body: z.input<typeof BeginProbeRequest>, signal: AbortSignal) {
    return this.callUntilAnswered({ path: `/probes/${probeId}/begin`, reply: RunnerProbe, body, signal });
  }

  finishProbe(probeId: number, body: ProbeReport, signal: AbortSignal) {
    return this.callUntilAnswered({ path: `/probes/${probeId}/finish`, reply: Anything, body, signal });
  }

  callUntilAnswered<Reply extends z.ZodType>(call: Call<Reply>): Promise<Answer<z.output<Reply>>> {
    return retryUntilAborted(() => this.ask(call), call.signal);
  }

  private async ask<Reply extends z.ZodType>(call: Call<Reply>): Promise<Answer<z.output<Reply>>> {
    const response = await this.post(call);
    const body = parseJson(response.text);
    if (response.status >= 200 && response.status < 300) return readReply(call.reply, body);
    if (response.status >= 500 || RETRIED.has(response.status)) throw new Unreachable(`HTTP ${response.status}`);
    const { error, next_line } = ErrorBody.catch({ error: "", next_line: null }).parse(body);
    const kind = KINDS[response.status] ?? "rejected";
    return { ok: false, kind, message: refusalText(response.status, error), next_line };
  }

  private async post({ path, signal, timeoutMs = REQUEST_MS, ...call }: Call<z.ZodType>): Promise<Posted> {
    const { type, body } = encode(call.body);
    signal?.throwIfAborted();
    try {
      const to = { ...this.base, path: `${this.base.pathname}${path}` };
      const headers = { "content-type": type, [TOKEN_HEADER]: this.token };
      const answer = await send({ to, headers, body, timeoutMs, signal });
      if (answer.status >= 300 && answer.status < 400) throw new Error("it redirects");
      if (answer.status >= 400 && answer.status !== TOO_LARGE && isForeign(answer.text))
        throw new Error(`HTTP ${answer.status} is not its own answer`);
      this.noteReached();
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      this.noteUnreachable(reasonOf(error));
      throw new Unreachable(reasonOf(error));
    }
  }

  private noteReached(): void {
    if (!this.reachable) notice("the server answers again");
    this.reachable = true;
  }

  /** Says it once for all the calls that fail together. */
  private noteUnreachable(reason: string): void {
    if (this.reachable) notice(`the server at ${this.url} cannot be reached (${reason}), trying again`);
    this.reachable = false;
  }
}

/** The console's refusals are JSON or empty. A proxy's page says nothing about an attempt, unless what is sent is too large. */
const isForeign = (text: string): boolean => text.trim() !== "" && parseJson(text) === undefined;

const encode = (body: unknown): { type: string; body: string | Buffer } =>
  body instanceof Buffer ? { type: LOG_TYPE, body } : { type: "application/json", body: JSON.stringify(body) };

/** Something that is not our server, as a proxy's page with status 200, is as good as no answer. */
function readReply<Reply extends z.ZodType>(schema: Reply, body: unknown): Answer<z.output<Reply>> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Unreachable("the answer does not follow the protocol");
  return { ok: true, value: parsed.data };
}

/** For a name with several addresses, the first one's failure. */
function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message || first.name : String(first);
}
