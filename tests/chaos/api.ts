import { setTimeout as sleep } from "node:timers/promises";
import type { TaskStatus } from "@/lib/protocol/status";

const PATIENCE_MS = 5000;
/** How long and at what interval an unanswered request is retried. */
const NOBODY_MS = 10_000;
const AGAIN_MS = 200;

export type Listed = {
  id: number;
  status: TaskStatus;
  reason: string | null;
  end: string | null;
  environment: string;
};

/** A signed-in member's API client; the server may be unavailable at any time. */
export class Api {
  constructor(
    private readonly url: string,
    private readonly session: string,
    private readonly projectId: number,
  ) {}

  /** The new task's id; null if it is unknown whether one was created. */
  async start(template_id: number, variables: Record<string, string>): Promise<number | null> {
    const answer = await this.send("POST", "/tasks", { template_id, environment: JSON.stringify(variables) });
    return answer?.ok ? ((await answer.json()) as { id: number }).id : null;
  }

  /** True when the API has confirmed that the task is being stopped. */
  async stop(taskId: number, force: boolean): Promise<boolean> {
    return (await this.send("POST", `/tasks/${taskId}/stop`, { force }))?.ok ?? false;
  }

  /** Carries out a plan that waits for a person. */
  async confirm(taskId: number): Promise<void> {
    await this.send("POST", `/tasks/${taskId}/confirm`, {});
  }

  /** All tasks, newest first; null while the server is unavailable. */
  async tasks(): Promise<Listed[] | null> {
    const answer = await this.send("GET", "/tasks");
    return answer?.ok ? ((await answer.json()) as Listed[]) : null;
  }

  /** The lines of a log. */
  async log(taskId: number): Promise<string[]> {
    for (let tries = 0; tries < 20; tries++) {
      const answer = await this.send("GET", `/tasks/${taskId}/raw_output`);
      const text = answer?.ok ? await answer.text().catch(() => null) : null;
      if (text !== null && text !== undefined) return text === "" ? [] : text.replace(/\n$/, "").split("\n");
      await sleep(250);
    }
    throw new Error(`no answer about the log of task ${taskId}`);
  }

  /** Null if the outcome is unknown. */
  private async send(method: string, path: string, body?: object): Promise<Response | null> {
    for (const end = performance.now() + NOBODY_MS; ; ) {
      try {
        return await this.ask(method, path, body);
      } catch (error) {
        if (!reachedNobody(error) || performance.now() > end) return null;
      }
      await sleep(AGAIN_MS);
    }
  }

  private ask(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${this.url}/api/project/${this.projectId}${path}`, {
      method,
      headers: { cookie: `semaphore=${this.session}`, ...(body ? { "content-type": "application/json" } : {}) },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  }
}

const reachedNobody = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  "code" in error.cause &&
  error.cause.code === "ECONNREFUSED";
