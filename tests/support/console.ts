import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { z } from "zod";
import { ArtifactRequest, SummaryRequest } from "@/lib/protocol/artifacts";
import type { Job } from "@/lib/protocol/job";
import { LOG_TYPE, readLogBody } from "@/lib/protocol/log-body";
import { OutputsRequest } from "@/lib/protocol/outputs";
import { PlanRequest } from "@/lib/protocol/plan";
import * as protocol from "@/lib/protocol/runner";
import { isFinal, type TaskStatus, TRANSITIONS, type Transition } from "@/lib/protocol/status";
import { checksumOf } from "./checksum";
import { job } from "./job";
import { type Listening, listen } from "./listen";
import { until } from "./until";

type Body<Schema extends z.ZodType> = z.output<Schema>;

/** A task as the console knows it. */
export type ConsoleTask = {
  id: number;
  job: Job;
  status: TaskStatus;
  attempt: number;
  instance: string | null;
  begun: Set<protocol.Phase>;
  lines: string[];
  /** Each as JSON. */
  events: string[];
  times: number[];
  progress: Partial<Body<typeof protocol.ProgressRequest>>;
  /** What came of its results. */
  results: {
    summary?: string;
    artifacts: Record<string, string>;
    outputs?: Body<typeof OutputsRequest>["outputs"];
    plan?: Body<typeof PlanRequest>["plan"];
  };
  finish: Body<typeof protocol.FinishRequest> | null;
  stop: "stop" | "kill" | null;
};

/** What happens to the next matching call: a status as the response, or the connection is cut before or after processing. */
type Fault = { path: RegExp; times: number; how: number | "cut" | "lose-answer" };

type Reply = { status: number; body: unknown };
type Waiter = { respond: () => Reply | null; answer: (reply: Reply) => void };

class Refused extends Error {
  constructor(
    readonly status: number,
    readonly body: object = {},
  ) {
    super(`refused with ${status}`);
  }
}

const TOKEN = "runner-token-for-tests";

/** An in-memory console that implements the documented protocol over real HTTP. */
export class TestConsole {
  readonly tasks: ConsoleTask[] = [];
  readonly calls: { path: string; body: unknown; at: number; bytes: number }[] = [];
  readonly hellos: Body<typeof protocol.HelloRequest>[] = [];
  token = TOKEN;
  registrationToken = "register-me-please";
  pollMs = 5_000;
  protocol = protocol.PROTOCOL_VERSION;
  /** An older console takes no results of hosts. */
  takesEvents = true;
  /** Log lines as they are, in large pieces. */
  takesRawLogs = false;
  /** Summaries, files, outputs and plans. */
  takesResults = false;
  /** Address of the product's own API, which serves states; this console has none. */
  stateServer = "";
  settings: protocol.RunnerSettings = {
    active: true,
    draining: false,
    max_parallel_tasks: 0,
    webhook: "",
    lost_after_seconds: 1800,
    cleaning_requested: null,
  };
  private instance: string | null = null;
  private listening: Listening | null = null;
  private port = 0;
  private readonly faults: Fault[] = [];
  private readonly waiters = new Set<Waiter>();

  static async start(): Promise<TestConsole> {
    const made = new TestConsole();
    await made.comeBack();
    return made;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Listens again at the same address. */
  async comeBack(): Promise<void> {
    const server = createServer((request, response) => void this.handle(request, response));
    this.listening = await listen(server, this.port);
    this.port = this.listening.port;
  }

  /** Refuses connections and cuts open ones. */
  async goAway(): Promise<void> {
    const { listening } = this;
    this.listening = null;
    this.waiters.clear();
    await listening?.stop();
  }

  fail(path: RegExp, how: Fault["how"], times = 1): void {
    this.faults.push({ path, how, times });
  }

  clearFaults(): void {
    this.faults.length = 0;
  }

  add(changes: Partial<Job>): ConsoleTask {
    const id = this.tasks.length + 1;
    const task: ConsoleTask = {
      id,
      job: job({ ...changes, task_id: id }),
      status: "waiting",
      attempt: 0,
      instance: null,
      begun: new Set(),
      lines: [],
      events: [],
      times: [],
      progress: {},
      results: { artifacts: {} },
      finish: null,
      stop: null,
    };
    this.tasks.push(task);
    this.wake();
    return task;
  }

  stop(task: ConsoleTask, action: "stop" | "kill" = "stop"): void {
    if ((TRANSITIONS.cancel.from as readonly TaskStatus[]).includes(task.status)) this.move(task, "cancel");
    else {
      this.move(task, "requestStop");
      task.stop = action;
    }
    this.wake();
  }

  confirm(task: ConsoleTask): void {
    this.move(task, "confirm");
    this.wake();
  }

  /** A task's lines, without those the runner adds. */
  output(task: ConsoleTask): string[] {
    return task.lines.filter(
      (line) => !/^(Preparing|Using|Running|Cloning|Checked out|signalbox:)|ended with exit code/.test(line),
    );
  }

  until(what: string, condition: () => boolean, ms?: number): Promise<void> {
    return until(what, condition, { ms, everyMs: 10, details: () => JSON.stringify(this.tasks.map(summary)) });
  }

  finished(task: ConsoleTask, ms?: number): Promise<void> {
    return this.until(`task ${task.id} is over`, () => isFinal(task.status), ms);
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.startsWith("/api/state/")) return forward(request, response, this.stateServer);
    const path = (request.url ?? "").replace("/api/internal/runners", "");
    const body = await readBody(request);
    this.calls.push({ path, body, at: Date.now(), bytes: Number(request.headers["content-length"] ?? 0) });
    const fault = this.faults.find((candidate) => candidate.times > 0 && candidate.path.test(path));
    if (fault) fault.times--;
    if (fault?.how === "cut") return void request.socket.destroy();
    if (typeof fault?.how === "number") return send(response, { status: fault.how, body: {} });
    const reply = await this.answer(path, body, request, response).catch((error: unknown) => {
      if (error instanceof Refused) return { status: error.status, body: error.body };
      return { status: 400, body: { error: String(error) } };
    });
    if (fault?.how === "lose-answer") request.socket.destroy();
    else send(response, reply);
  }

  private async answer(
    path: string,
    body: unknown,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Reply> {
    if (path === "") return ok(this.register(protocol.RegisterRequest.parse(body)));
    if (request.headers[protocol.TOKEN_HEADER] !== this.token) throw new Refused(401, { error: "unknown token" });
    if (path === "/hello") return ok(this.hello(protocol.HelloRequest.parse(body)));
    if (path === "/drain") return ok({});
    if (path === "/unregister") return ok(this.unregister());
    if (path === "/poll") return this.poll(protocol.PollRequest.parse(body), response);
    if (path === "/heartbeat") return ok(this.heartbeat(protocol.HeartbeatRequest.parse(body)));
    const [, id, verb] = /^\/tasks\/(\d+)\/(\w+)$/.exec(path) ?? [];
    const task = this.tasks[Number(id) - 1];
    if (!task) throw new Refused(404, { error: "no such task" });
    if (verb === "begin") return ok(this.begin(task, protocol.BeginRequest.parse(body)));
    if (verb === "log") return ok(this.log(task, protocol.LogRequest.parse(body)));
    if (verb === "events") return ok(this.storeEvents(task, protocol.LogRequest.parse(body)));
    if (verb === "progress") return ok(this.progress(task, protocol.ProgressRequest.parse(body)));
    if (verb === "finish") return ok(this.finish(task, protocol.FinishRequest.parse(body)));
    if (this.takesResults && verb) return ok(this.storeResult(task, verb, body));
    throw new Refused(404);
  }

  /** The rest of what a runner uploads, whole files in one part. */
  private storeResult(task: ConsoleTask, verb: string, body: unknown): object {
    this.checkOpen(task, protocol.AttemptRef.pick({ attempt: true }).parse(body).attempt);
    if (verb === "summary") task.results.summary = SummaryRequest.parse(body).text;
    else if (verb === "outputs") task.results.outputs = OutputsRequest.parse(body).outputs;
    else if (verb === "plan") task.results.plan = PlanRequest.parse(body).plan;
    else if (verb === "artifacts") {
      const { path, size, content } = ArtifactRequest.parse(body);
      task.results.artifacts[path] = Buffer.from(content, "base64").toString();
      return { next_offset: size, refused: null };
    } else throw new Refused(404);
    return {};
  }

  private register({ registration_token }: Body<typeof protocol.RegisterRequest>) {
    if (registration_token !== this.registrationToken) throw new Refused(400, { error: "Invalid registration token" });
    return { token: this.token };
  }

  private unregister() {
    this.token = "worthless";
    return { name: "test" };
  }

  /** Like the server: unstarted attempts of the previous process return to the queue, kept ones change their process. */
  private hello(hello: Body<typeof protocol.HelloRequest>) {
    if (hello.protocol !== this.protocol) throw new Refused(400, { error: "the runner is of another version" });
    this.hellos.push(hello);
    this.instance = hello.instance_id;
    for (const task of this.tasks) {
      if (task.status === "starting") this.move(task, "release");
      else task.instance = hello.instance_id;
    }
    const discard = hello.attempts.filter((ref) => !this.tasks.some((task) => isHeld(task, ref)));
    const takes = {
      events: this.takesEvents,
      raw_log: this.takesRawLogs,
      results: this.takesResults,
      outputs: this.takesResults,
      plan: this.takesResults,
    };
    return { runner_id: 1, name: "test", settings: this.settings, discard, ...takes };
  }

  private async poll(
    { instance_id, free, attempts }: Body<typeof protocol.PollRequest>,
    response: ServerResponse,
  ): Promise<Reply> {
    if (instance_id !== this.instance) throw new Refused(409, { error: "another process has taken over" });
    const respond = (): Reply | null => {
      const directives = this.directives(attempts);
      const tasks = this.claim(free, attempts);
      return tasks.length > 0 || directives.length > 0 ? ok({ tasks, directives, settings: this.settings }) : null;
    };
    return new Promise<Reply>((resolve) => {
      const waiter: Waiter = {
        respond,
        answer: (reply) => {
          clearTimeout(timer);
          this.waiters.delete(waiter);
          resolve(reply);
        },
      };
      const timer = setTimeout(
        () => waiter.answer(ok({ tasks: [], directives: [], settings: this.settings })),
        this.pollMs,
      );
      response.once("close", () => waiter.answer(ok({})));
      this.waiters.add(waiter);
      this.wake();
    });
  }

  private wake(): void {
    for (const waiter of this.waiters) {
      const reply = waiter.respond();
      if (reply) waiter.answer(reply);
    }
  }

  private claim(free: number, held: protocol.AttemptRef[]): protocol.AttemptRef[] {
    if (!this.settings.active) return [];
    const offeredAgain = this.tasks.filter(
      (task) =>
        task.status === "starting" && task.instance === this.instance && !held.some((ref) => ref.task_id === task.id),
    );
    const fresh = this.tasks
      .filter((task) => task.status === "waiting")
      .slice(0, Math.max(free - offeredAgain.length, 0));
    for (const task of fresh) {
      this.move(task, "claim");
      task.attempt++;
      task.instance = this.instance;
    }
    return [...offeredAgain, ...fresh].map((task) => ({ task_id: task.id, attempt: task.attempt }));
  }

  private heartbeat({ instance_id, attempts }: Body<typeof protocol.HeartbeatRequest>) {
    if (instance_id !== this.instance) throw new Refused(409, { error: "another process has taken over" });
    return { directives: this.directives(attempts), settings: this.settings };
  }

  private directives(attempts: protocol.AttemptRef[]): protocol.Directive[] {
    return attempts.flatMap((ref) => {
      const task = this.tasks.find((candidate) => isHeld(candidate, ref));
      const action = !task ? "discard" : (task.stop ?? (task.status === "confirmed" ? "apply" : null));
      return action ? [{ ...ref, action }] : [];
    });
  }

  private begin(task: ConsoleTask, { attempt, instance_id, phase, stages }: Body<typeof protocol.BeginRequest>): Job {
    const owned = task.attempt === attempt && task.instance === instance_id;
    const repeated = task.begun.has(phase) && task.status === "running";
    if (!owned || !(repeated || task.status === (phase === "run" ? "starting" : "confirmed"))) {
      throw new Refused(409, { error: "the attempt is over" });
    }
    if (!repeated) this.move(task, "begin");
    task.begun.add(phase);
    this.store(task, { stages });
    return { ...task.job, attempt, phase };
  }

  private log(task: ConsoleTask, chunk: Body<typeof protocol.LogRequest>) {
    this.checkOpen(task, chunk.attempt);
    const [first, ...others] = [chunk, ...(chunk.further ?? [])].map((part) => this.append(task, part));
    return others.at(-1) ?? first;
  }

  private storeEvents(
    task: ConsoleTask,
    { attempt, first_line, further = [], ...first }: Body<typeof protocol.LogRequest>,
  ) {
    this.checkOpen(task, attempt);
    const next_line = task.events.length;
    if (first_line > next_line) throw new Refused(409, { error: "events are missing", next_line });
    if (first_line === next_line) task.events.push(...[first, ...further].flatMap(({ text }) => text.split("\n")));
    return { next_line: task.events.length };
  }

  private append(task: ConsoleTask, chunk: Body<typeof protocol.LogChunk>) {
    const next = task.lines.length;
    if (chunk.first_line > next) throw new Refused(409, { error: "lines are missing", next_line: next });
    if (chunk.first_line < next) return { next_line: next };
    const lines = chunk.text.split("\n");
    if (lines.length !== chunk.offsets.length) throw new Refused(400, { error: "offsets do not fit the lines" });
    task.lines.push(...lines);
    task.times.push(...chunk.offsets.map((offset) => Date.parse(chunk.time) + offset));
    return { next_line: task.lines.length };
  }

  private progress(task: ConsoleTask, progress: Body<typeof protocol.ProgressRequest>) {
    this.checkOpen(task, progress.attempt);
    const { await_confirmation, ...facts } = progress;
    this.store(task, facts);
    if (await_confirmation && task.status !== "waiting_confirmation") {
      if (task.status !== "running") throw new Refused(409, { error: "the task does not run" });
      this.move(task, "askConfirmation");
    }
    return {};
  }

  /** As over the wire: absent facts stay as they are. */
  private store(task: ConsoleTask, facts: ConsoleTask["progress"]): void {
    Object.assign(task.progress, JSON.parse(JSON.stringify(facts)));
  }

  private finish(task: ConsoleTask, finish: Body<typeof protocol.FinishRequest>) {
    this.checkOpen(task, finish.attempt);
    if (finish.facts) this.store(task, finish.facts);
    if (finish.log) this.append(task, finish.log);
    const next_line = task.lines.length;
    const next_event = task.events.length;
    const isWhole = !finish.events || checksumOf(task.events) === finish.events.checksum;
    if (!isWhole) return { finished: false, next_line, next_event, status: task.status };
    if (next_line < finish.total_lines) return { finished: false, next_line, status: task.status };
    if (next_line === finish.total_lines && checksumOf(task.lines) !== finish.checksum) {
      task.lines.length = 0;
      return { finished: false, next_line: 0, status: task.status };
    }
    task.finish = finish;
    this.move(task, ({ success: "succeed", error: "fail", stopped: "stop" } as const)[finish.result]);
    return { finished: true, next_line, status: task.status };
  }

  private checkOpen(task: ConsoleTask, attempt: number): void {
    if (task.attempt !== attempt || isFinal(task.status) || task.begun.size === 0)
      throw new Refused(409, { error: "the attempt is over" });
  }

  private move(task: ConsoleTask, name: Transition): void {
    const { from, to } = TRANSITIONS[name];
    if (!(from as readonly TaskStatus[]).includes(task.status)) throw new Error(`no ${name} from ${task.status}`);
    task.status = to;
  }
}

const isHeld = (task: ConsoleTask, ref: protocol.AttemptRef): boolean =>
  task.id === ref.task_id && task.attempt === ref.attempt && !isFinal(task.status) && task.status !== "waiting";

const summary = ({ id, status, finish, lines }: ConsoleTask) => ({ id, status, finish, last: lines.slice(-5) });

const ok = (body: unknown): Reply => ({ status: 200, body });

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  if (request.headers["content-type"] === LOG_TYPE) return readLogBody(Buffer.concat(parts));
  return JSON.parse(Buffer.concat(parts).toString() || "null");
}

async function forward(request: IncomingMessage, response: ServerResponse, server: string): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { authorization = "" } = request.headers;
  const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
  const reply = await fetch(`${server}${request.url}`, { method: request.method, headers: { authorization }, body });
  response.writeHead(reply.status).end(Buffer.from(await reply.arrayBuffer()));
}
