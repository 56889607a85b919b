import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Database } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { runners } from "@/db/schema/runners";
import type { Access } from "@/lib/access/access";
import type { Operation } from "@/lib/operation/define";
import { execute } from "@/lib/operation/execute";
import * as probe from "@/lib/probe/runner-operations";
import type { Job } from "@/lib/protocol/job";
import { readLogBody } from "@/lib/protocol/log-body";
import type { TaskPlan } from "@/lib/protocol/plan";
import type { ProbeReport } from "@/lib/protocol/probe";
import { type AttemptRef, PROTOCOL_VERSION, type RunnerTools } from "@/lib/protocol/runner";
import type { TestReport } from "@/lib/protocol/tests";
import * as check from "@/lib/schedule/check-operations";
import { hashToken, randomToken } from "@/lib/secret/token";
import * as runner from "@/lib/task/runner-operations";
import * as results from "@/lib/task/runner-result-operations";
import { checksumOf } from "./checksum";

const ALL_TOOLS: RunnerTools = { git: "2", bash: "5", python3: "3", "ansible-playbook": "2", terraform: "1" };

type Options = { tools?: RunnerTools; max?: number; capabilities?: string[]; protocol?: number } & Pick<
  typeof runners.$inferInsert,
  "tags" | "tagged_only" | "all_projects"
>;

/** A runner driven by hand: every step of the protocol is a call of the test, through the same operations as HTTP. */
export class HandRunner {
  private sent: string[] = [];
  /** Its data folder and host; an earlier runner does not name the former. */
  dataFolder: string | null = null;
  hostname = "here";

  private constructor(
    private readonly db: Database,
    readonly id: number,
    readonly token: string,
    private instance: string,
    private readonly tools: RunnerTools,
    private readonly capabilities: string[],
    private readonly protocol: number,
  ) {}

  /** A registered runner that has said hello. */
  static async start(
    db: Database,
    {
      tools = ALL_TOOLS,
      max = 0,
      capabilities = ["state", "drift"],
      protocol = PROTOCOL_VERSION,
      ...values
    }: Options = {},
  ): Promise<HandRunner> {
    const token = randomToken();
    const row = onlyRow(
      await db
        .insert(runners)
        .values({ name: "by hand", token_hash: hashToken(token), max_parallel_tasks: max, ...values })
        .returning({ id: runners.id }),
    );
    const made = new HandRunner(db, row.id, token, randomToken().slice(0, 16), tools, capabilities, protocol);
    await made.hello();
    return made;
  }

  /** The process of a runner that exists, by its token. */
  static async adopt(db: Database, token: string): Promise<HandRunner> {
    const [row] = await db
      .select({ id: runners.id })
      .from(runners)
      .where(eq(runners.token_hash, hashToken(token)));
    if (!row) throw new Error("no runner has this token");
    const made = new HandRunner(db, row.id, token, randomToken().slice(0, 16), ALL_TOOLS, ["state"], PROTOCOL_VERSION);
    await made.hello();
    return made;
  }

  /** Another process with the token of a runner, which has not said hello. */
  static of({ db, id, token, tools, capabilities, protocol }: HandRunner): HandRunner {
    return new HandRunner(db, id, token, randomToken().slice(0, 16), tools, capabilities, protocol);
  }

  /** The same runner as a new process, which still has the given attempts. */
  async restart(attempts: AttemptRef[] = [], refused = 0) {
    this.instance = randomToken().slice(0, 16);
    return this.hello(attempts, refused);
  }

  hello(attempts: AttemptRef[] = [], refused = 0) {
    const about = {
      protocol: this.protocol,
      data_folder: this.dataFolder,
      refused,
      version: "test",
      hostname: this.hostname,
      tools: this.tools,
      capabilities: this.capabilities,
    };
    return this.call(runner.hello, {}, { ...about, instance_id: this.instance, attempts });
  }

  poll(free = 1, attempts: AttemptRef[] = [], signal: AbortSignal = AbortSignal.timeout(1000)) {
    return this.call(runner.poll, {}, { instance_id: this.instance, free, attempts }, signal);
  }

  /** Its process is asked to end. */
  drain(ended = false) {
    return this.call(runner.drain, {}, { instance_id: this.instance, ended });
  }

  /** The commit checks that the server has for it now. */
  async pollForChecks(free_checks = 4): Promise<number[]> {
    const poll = { instance_id: this.instance, free: 0, attempts: [], free_checks };
    return (await this.call(runner.poll, {}, poll, AbortSignal.timeout(300))).checks;
  }

  beginCheck(checkId: number) {
    return this.call(check.begin, { checkId }, { instance_id: this.instance });
  }

  finishCheck(checkId: number, report: { commit: string | null; problem?: string; new_known_hosts?: string }) {
    return this.call(check.finish, { checkId }, report);
  }

  /** The probes that the server has for it now. */
  async pollForProbes(free_probes = 4): Promise<number[]> {
    const poll = { instance_id: this.instance, free: 0, attempts: [], free_probes };
    return (await this.call(runner.poll, {}, poll, AbortSignal.timeout(300))).probes;
  }

  beginProbe(probeId: number) {
    return this.call(probe.begin, { probeId }, { instance_id: this.instance });
  }

  finishProbe(probeId: number, report: z.input<typeof ProbeReport>) {
    return this.call(probe.finish, { probeId }, report);
  }

  heartbeat(attempts: AttemptRef[]) {
    return this.call(runner.heartbeat, {}, { instance_id: this.instance, attempts });
  }

  begin({ task_id, attempt }: AttemptRef, phase: Job["phase"] = "run", facts: object = {}): Promise<Job> {
    return this.call(runner.begin, { taskId: task_id }, { attempt, instance_id: this.instance, phase, ...facts });
  }

  /** Ends the attempt with its last lines and facts in the same call. */
  finishWith(ref: AttemptRef, lines: string[], facts: object = {}, changes: object = {}) {
    const log = this.chunk(lines, this.sent.length);
    return this.finish(ref, "success", { log, facts, ...changes });
  }

  /** Sends lines from `first` on (by default after those sent before). */
  log({ task_id, attempt }: AttemptRef, lines: string[], first = this.sent.length, time = new Date().toISOString()) {
    return this.call(runner.log, { taskId: task_id }, { attempt, ...this.chunk(lines, first, time) });
  }

  /** Sends several chunks in one call, as a runner does that has fallen behind. */
  logAll({ task_id, attempt }: AttemptRef, pieces: string[][]) {
    const [first, ...further] = pieces.map((lines) => this.chunk(lines, this.sent.length));
    return this.call(runner.log, { taskId: task_id }, { attempt, ...first, further });
  }

  private chunk(lines: string[], first_line: number, time = new Date().toISOString()) {
    this.sent.splice(first_line, this.sent.length, ...lines);
    return { first_line, time, offsets: lines.map(() => 0), text: lines.join("\n") };
  }

  /** A body of lib/protocol/log-body.ts. */
  events({ task_id }: AttemptRef, body: Buffer) {
    return this.call(runner.events, { taskId: task_id }, readLogBody(body));
  }

  progress({ task_id, attempt }: AttemptRef, facts: object) {
    return this.call(runner.progress, { taskId: task_id }, { attempt, ...facts });
  }

  plan({ task_id, attempt }: AttemptRef, plan: TaskPlan) {
    return this.call(runner.plan, { taskId: task_id }, { attempt, plan });
  }

  summary({ task_id, attempt }: AttemptRef, text: string) {
    return this.call(results.summary, { taskId: task_id }, { attempt, text });
  }

  tests({ task_id, attempt }: AttemptRef, report: TestReport) {
    return this.call(results.tests, { taskId: task_id }, { attempt, report });
  }

  outputs({ task_id, attempt }: AttemptRef, outputs: { name: string; value: unknown; secret?: boolean }[]) {
    const named = outputs.map((output) => ({ secret: false, ...output }));
    return this.call(results.outputs, { taskId: task_id }, { attempt, outputs: named });
  }

  /** One part of a file; by default the whole. */
  artifact(
    { task_id, attempt }: AttemptRef,
    path: string,
    content: Buffer,
    part = { offset: 0, end: content.length },
    checksum = createHash("sha256").update(content).digest("hex"),
  ) {
    const sent = content.subarray(part.offset, part.end).toString("base64");
    const input = { attempt, path, size: content.length, checksum, offset: part.offset, content: sent };
    return this.call(results.artifact, { taskId: task_id }, input);
  }

  keepState({ task_id, attempt }: AttemptRef, content: string, errored = false) {
    return this.call(runner.keepState, { taskId: task_id }, { attempt, content, errored });
  }

  finish({ task_id, attempt }: AttemptRef, result: "success" | "error" | "stopped" = "success", changes: object = {}) {
    const end = { result, reason: null, exit_code: 0, total_lines: this.sent.length, checksum: checksumOf(this.sent) };
    return this.call(runner.finish, { taskId: task_id }, { attempt, ...end, ...changes });
  }

  /** The next task, not begun; one that is there is found at once, but on a busy machine not within a second. */
  async offer(): Promise<AttemptRef> {
    const { tasks } = await this.poll(1, [], AbortSignal.timeout(20_000));
    const [ref] = tasks;
    if (!ref) throw new Error("nothing to take");
    this.sent = [];
    return ref;
  }

  /** Takes the next task through to its begin. */
  async take(): Promise<AttemptRef> {
    const ref = await this.offer();
    await this.begin(ref);
    return ref;
  }

  private call<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
    op: Operation<Access, P, I, O>,
    params: unknown,
    input: unknown,
    signal?: AbortSignal,
  ): Promise<z.output<O>> {
    const caller = { credentials: { kind: "runner" as const, token: this.token }, ip: "", userAgent: "", signal };
    return execute(op, caller, params, input, this.db);
  }
}
