import { createHash, randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { urlToHttpOptions } from "node:url";
import { z } from "zod";
import { parseJson } from "@/lib/protocol/json-text";
import { CAUSE_PARAMETER, type JobState, LockInfo } from "@/lib/protocol/state";
import { refusalText, send } from "@/runner/client/request";
import { retryUntilAborted, Unreachable } from "@/runner/client/retry";
import { TaskProblem } from "@/runner/job/problem";

const REQUEST_MS = 60_000;
const RETRIED = new Set([408, 425, 429]);

/** Another holds the lock: `text` is what the console says of it. */
export class StateLocked extends TaskProblem {
  override name = "StateLocked";
  /** Null: no task holds it. */
  readonly taskId: number | null;

  constructor(text: string) {
    const { data } = LockInfo.safeParse(parseJson(text));
    super("state_locked", describeHolder(data));
    const [, id] = /^Signalbox task (\d+)$/.exec(data?.Info ?? "") ?? [];
    this.taskId = id === undefined ? null : Number(id);
  }
}

type Reply = { status: number; text: string };

/** The console's state backend, used by the runner itself where the tool does not speak to it. Rejects with TaskProblem. */
export class StateBackend {
  constructor(
    private readonly url: string,
    private readonly state: Pick<JobState, "path" | "username" | "password">,
    /** Stays the same for an attempt, which may lock again what it still holds. */
    readonly lockId: string,
  ) {}

  /** The newest version; null: nothing is kept yet. */
  async read(signal: AbortSignal): Promise<string | null> {
    const { status, text } = await this.insist("GET", "", undefined, signal);
    if (status === 204) return null;
    return status === 200 ? text : refused("read", { status, text });
  }

  async lock(operation: string, signal: AbortSignal): Promise<void> {
    const reply = await this.insist("POST", "/lock", this.lockInfo(operation), signal);
    if (reply.status === 423) throw new StateLocked(reply.text);
    if (reply.status !== 200) refused("locked", reply);
  }

  /** Makes the text the newest version. The same text may be written again. */
  async write(content: string, signal: AbortSignal, cause?: "committed"): Promise<void> {
    const query = `?ID=${this.lockId}${cause ? `&${CAUSE_PARAMETER}=${cause}` : ""}`;
    const reply = await this.insist("POST", query, content, signal);
    if (reply.status !== 200) refused("written", reply);
  }

  async unlock(signal: AbortSignal): Promise<void> {
    const reply = await this.insist("DELETE", "/lock", this.lockInfo(""), signal);
    if (reply.status !== 200) refused("unlocked", reply);
  }

  private lockInfo(Operation: string): string {
    return JSON.stringify({ ID: this.lockId, Operation, Who: `${this.state.username}@${hostname()}` });
  }

  private insist(method: string, below: string, body: string | undefined, signal: AbortSignal): Promise<Reply> {
    return retryUntilAborted(() => this.ask(method, below, body, signal), signal);
  }

  private async ask(method: string, below: string, body: string | undefined, signal: AbortSignal): Promise<Reply> {
    const { path, username, password } = this.state;
    const headers: Record<string, string> = {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
    };
    if (body !== undefined) headers["content-type"] = "application/json";
    if (body !== undefined) headers["content-md5"] = createHash("md5").update(body).digest("base64");
    try {
      signal.throwIfAborted();
      const to = { ...urlToHttpOptions(new URL(`${this.url}${path}${below}`)), method };
      const { status, text } = await send({ to, headers, body, timeoutMs: REQUEST_MS, signal });
      const isRedirect = status >= 300 && status < 400;
      if (isRedirect || status >= 500 || RETRIED.has(status)) throw new Unreachable(`HTTP ${status}`);
      return { status, text };
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof Unreachable ? error : new Unreachable(String(error));
    }
  }
}

export const newLockId = (): string => randomUUID();

const ErrorText = z.object({ error: z.string().catch("") });

function refused(what: string, { status, text }: Reply): never {
  const { error } = ErrorText.catch({ error: "" }).parse(parseJson(text));
  throw new TaskProblem("state_failed", `the state could not be ${what}: ${refusalText(status, error)}`);
}

function describeHolder(lock: LockInfo | undefined): string {
  const holder = lock?.Info || lock?.Who || "somebody else";
  const since = lock?.Created ? ` since ${lock.Created}` : "";
  return `the state is locked by ${holder}${since}: wait for it to end, or break the lock on the state's page`;
}
