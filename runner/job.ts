import type { Job } from "@/lib/protocol/job";
import type { AttemptRef, Directive, Phase } from "@/lib/protocol/runner";
import { RESTARTED_LINE } from "@/lib/protocol/runner-lines";
import { secretsOf } from "@/lib/redact/secrets";
import type { ConsoleClient } from "@/runner/client";
import { AttemptClient } from "@/runner/client/attempt";
import { whenAborted } from "@/runner/client/retry";
import { notice } from "@/runner/daemon/notice";
import { accepted, Lost } from "@/runner/job/accepted";
import type { Outcome } from "@/runner/job/attempt-state";
import { bringLeft } from "@/runner/job/bring-left";
import type { JobContext } from "@/runner/job/context";
import { conclude, concluded, reportEnd } from "@/runner/job/ending";
import { performJob } from "@/runner/job/perform";
import { describeError, TaskProblem, toProblem } from "@/runner/job/problem";
import { type AttemptRecord, openRecord, type RecordPorts, recoverRecord, remember } from "@/runner/job/record";
import { endLeft } from "@/runner/job/saving";
import { Stopped, Stopper, VERDICTS } from "@/runner/job/stop";
import { limitTime } from "@/runner/job/time-limit";
import { callWebhook, type PendingFinish } from "@/runner/job/webhook";
import { bringResults } from "@/runner/results/bring";
import { watchResults } from "@/runner/results/watch";
import { bringSoon, removeAttempt } from "@/runner/state/leftovers";
import type { Leftover } from "@/runner/workspace";

/** What an attempt needs from the daemon. */
export type Host = Pick<JobContext, "dataDir" | "gitConfig" | "localFolders" | "mirrors" | "inherited"> & {
  client: ConsoleClient;
  runnerId: number;
  instanceId: string;
  maxLogBytes: number;
  /** Destinations that webhooks may call in addition to public addresses. */
  outboundAllow: readonly string[];
  /** Called when an attempt starts or stops using a slot. */
  changed(): void;
  /** URL that is called at the start and end of tasks; "": none. */
  webhook(): string;
};

const RESTARTED: Outcome = { result: "error", reason: "runner_restarted", exit_code: null };

/**
 * One attempt of a task on this runner: run, wait for confirmation if required, apply, report. It lives until the server
 * has its result or has abandoned it, and then removes its files.
 */
export class Attempt {
  /** A waiting attempt has no process and uses no slot; a confirmed one waits for a slot. */
  standing: "working" | "waiting" | "confirmed" = "working";
  /** True while a process runs or is about to start. It never waits for the server meanwhile. */
  busy = false;
  /** Resolves when the attempt is over and its directory removed; never rejects. */
  readonly settled: Promise<void>;

  private readonly stopper = new Stopper();
  /** Aborts when the attempt is lost: ends its calls to the server. */
  private readonly gone = new AbortController();
  /** Aborts when nobody has to confirm any more, to apply or to stop: ends the wait, and what is sent before the question. */
  private readonly decided = new AbortController();
  /** Aborts at a force stop: after the end, it leaves only seconds to bring results and the state. */
  private readonly forced = new AbortController();
  private readonly server: AttemptClient;
  private dueFinish: PendingFinish | null;

  constructor(
    private readonly host: Host,
    readonly ref: AttemptRef,
    leftover: Leftover | null = null,
  ) {
    this.server = new AttemptClient(host.client, ref, this.gone.signal);
    this.dueFinish = leftover?.state.due_finish ?? null;
    if (leftover?.state.state === "waiting") this.change("waiting");
    this.settled = this.live(leftover);
  }

  /** Carries out a directive; false if it has no effect. */
  handle(action: Directive["action"]): boolean {
    const { cause } = this.stopper;
    if (action === "apply") {
      // While it is still asking, the heartbeats repeat the directive.
      if (this.standing !== "waiting") return false;
      this.change("confirmed");
      return true;
    }
    if (action === "discard") this.lose();
    else this.stopper.request(action);
    if (action === "kill") this.forced.abort();
    this.proceed();
    return this.stopper.cause !== cause;
  }

  /** Ends the wait for a confirmation. */
  proceed(): void {
    if (this.standing !== "working") this.change("working");
    this.decided.abort();
  }

  /** Stops all processes, because the server may soon give the task up. Without one, the server's next answer tells. */
  fence(): void {
    if (this.busy) this.stopper.request("fence");
  }

  /** Stops because the runner exits. The next process resumes an attempt that waits, or is about to ask. */
  quit(): void {
    if (this.standing === "working") this.stopper.request("quit");
  }

  kill(): void {
    if (this.standing === "working") this.stopper.request("kill");
  }

  /** Abandons the attempt at any stage, without reporting to the server. */
  lose(): void {
    this.stopper.request("lost");
    this.gone.abort();
    this.proceed();
  }

  private async live(leftover: Leftover | null): Promise<void> {
    let record: AttemptRecord | null = null;
    try {
      record = await (leftover
        ? recoverRecord(leftover, this.ports)
        : openRecord(this.host.dataDir, this.ref, this.ports));
      const known = leftover && (await this.endOf(record, leftover));
      const found = known ?? (await conclude(record, await this.run(record, leftover), this.server));
      this.busy = false;
      const signals = { stopped: this.stopper.byPeople, forced: this.forced.signal, gone: this.gone.signal };
      const outcome = await bringLeft(record, found, { host: this.host, server: this.server, ...signals });
      await this.notifyEnd(record);
      await reportEnd(record, outcome, this.server);
    } catch (error) {
      if (!(error instanceof Lost) && !this.gone.signal.aborted) this.notice(describeError(error));
    } finally {
      this.busy = false;
      if (record) await this.notifyEnd(record);
      await record?.log.release();
      await record?.events.release();
      const place = record?.place ?? leftover;
      if (place) await removeAttempt(place, this.host);
    }
  }

  /** How the attempt of a dead process ends: as it said, or failed because it was running. Null: it was waiting, and goes on. */
  private async endOf(record: AttemptRecord, leftover: Leftover): Promise<Outcome | null> {
    const { state } = leftover;
    if (record.lostBytes > 0) record.log.note(`${record.lostBytes} bytes of the log were lost here`);
    if (state.state === "waiting" || state.state === "asking") return null;
    this.busy = true;
    await endLeft(state);
    const known = await concluded(record, leftover, this.server);
    if (known) return known;
    record.log.say(RESTARTED_LINE);
    return conclude(record, RESTARTED, this.server);
  }

  private async run(record: AttemptRecord, leftover: Leftover | null): Promise<Outcome> {
    const first = leftover ? "confirm" : await this.runPhase("run", record);
    return first === "confirm" ? this.confirmAndApply(record) : first;
  }

  private async runPhase(phase: Phase, record: AttemptRecord): Promise<Outcome | "confirm"> {
    const { log, reporter } = record;
    if (phase === "run") reporter.enterStage("prepare", log.nextLine);
    const { stages } = await reporter.take();
    const job = accepted(await this.server.begin({ instance_id: this.host.instanceId, phase, stages }));
    log.hide(secretsOf(job));
    this.busy = true;
    const stopClock = limitTime(job, record.place, this.stopper);
    const results = watchResults(record, this.server);
    try {
      this.stopper.check();
      const outcome = await this.perform(job, record);
      if (this.stopper.cause === "disk" || this.stopper.cause === "lost") throw new Stopped();
      return outcome;
    } catch (error) {
      return this.explain(error, record);
    } finally {
      stopClock();
      await results.stop();
    }
  }

  private async perform(job: Job, record: AttemptRecord): Promise<Outcome | "confirm"> {
    const { log, events, place, problem, reporter, plans, outputs } = record;
    if (job.phase === "run") {
      log.say(`Preparing task ${job.task_id} (${job.template_name})`);
      await this.notifyStart(job, record);
    }
    if (!place) throw problem ?? new TaskProblem("workspace_failed", "there is no workspace");
    const bring = () => bringSoon(record, this.host);
    const senders = { log, events, reporter, plans, outputs };
    return performJob(job, { ...this.host, ...place, ...senders, stopper: this.stopper, bringState: bring });
  }

  /** The result for an error that ended a phase early; also writes it to the log. Throws Lost. */
  private explain(error: unknown, { log }: AttemptRecord): Outcome {
    if (error instanceof Lost) throw error;
    const cause = error instanceof Stopped ? (this.stopper.cause ?? "stop") : this.stopper.cause;
    if (cause === "lost") throw new Lost();
    if (cause !== null) {
      log.note(VERDICTS[cause].text);
      return this.stopper.verdict();
    }
    if (!(error instanceof TaskProblem)) this.notice(describeError(error));
    const problem = toProblem(error, "internal");
    log.note(problem.message);
    return { result: "error", reason: problem.reason, exit_code: null };
  }

  private async confirmAndApply(record: AttemptRecord): Promise<Outcome> {
    try {
      await this.askConfirmation(record);
    } catch (error) {
      return this.explain(error, record);
    }
    const outcome = await this.runPhase("apply", record);
    if (outcome === "confirm") throw new Error("an apply step asked for another confirmation");
    return outcome;
  }

  /** Resolves when the plan is confirmed. After that a new process has nothing to resume. */
  private async askConfirmation(record: AttemptRecord): Promise<void> {
    this.stopper.check();
    const { signal } = this.decided;
    if (record.place?.state.state !== "waiting") {
      await record.plans.kept();
      remember(record, { state: "asking" });
      this.busy = false;
      await record.plans.sent(signal);
      await bringResults(record, this.server.until(signal), signal);
      if (signal.aborted) this.stopper.check();
      await record.reporter.flush();
      await record.log.drain();
      const answer = await this.server.progress({ await_confirmation: true });
      // The console still holds the attempt, so the task ends with the reason.
      if (!answer.ok && answer.kind === "rejected") throw new TaskProblem("internal", answer.message);
      // Conflict: the task was already confirmed or stopped; a directive follows.
      if (answer.ok || answer.kind !== "conflict") accepted(answer);
      remember(record, { state: "waiting" });
      this.change("waiting");
    }
    await whenAborted(signal);
    this.stopper.check();
    remember(record, { state: "working" });
  }

  /** A task whose start can't be reported to the webhook does not run. */
  private async notifyStart({ project_id, template_id }: Job, record: AttemptRecord): Promise<void> {
    const url = this.host.webhook();
    if (url === "") return;
    const task = { project_id, template_id };
    const call = { action: "start" as const, ...task, ...this.identity };
    await callWebhook(url, call, this.host.outboundAllow, this.stopper.signal);
    this.dueFinish = task;
    remember(record, { due_finish: task });
  }

  /** Sent once, however the task ended. The task has already run, so a failing webhook only produces a log line. */
  private async notifyEnd(record: AttemptRecord): Promise<void> {
    const task = this.dueFinish;
    const url = this.host.webhook();
    this.dueFinish = null;
    if (task === null) return;
    try {
      const call = { action: "finish" as const, ...task, ...this.identity };
      if (url !== "") await callWebhook(url, call, this.host.outboundAllow);
    } catch (error) {
      record.log.note(toProblem(error, "webhook_failed").message);
    }
    remember(record, { due_finish: null });
  }

  private get identity() {
    return { task_id: this.ref.task_id, runner_id: this.host.runnerId };
  }

  private change(standing: Attempt["standing"]): void {
    this.standing = standing;
    this.host.changed();
  }

  private notice(text: string): void {
    notice(`task ${this.ref.task_id}: ${text}`);
  }

  private get ports(): RecordPorts {
    return {
      server: this.server,
      maxLogBytes: this.host.maxLogBytes,
      diskFailed: () => this.stopper.request("disk"),
      logRefused: (error) => {
        if (!this.gone.signal.aborted) this.notice(`the server refuses its log: ${describeError(error)}`);
        this.lose();
      },
      eventsRefused: (error) => this.notice(`the server refuses its events: ${describeError(error)}`),
    };
  }
}
