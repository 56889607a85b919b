import type { Job } from "@/lib/protocol/job";
import type { Phase } from "@/lib/protocol/runner";
import { secretsOf } from "@/lib/redact/secrets";
import type { AttemptClient } from "@/runner/client/attempt";
import { whenAborted } from "@/runner/client/retry";
import { accepted, Lost } from "@/runner/job/accepted";
import type { Host } from "@/runner/job/context";
import { performJob } from "@/runner/job/perform";
import { describeError, TaskProblem, toProblem } from "@/runner/job/problem";
import { type AttemptRecord, remember } from "@/runner/job/record";
import type { Outcome } from "@/runner/job/saved-attempt";
import { Stopped, type Stopper, VERDICTS } from "@/runner/job/stop";
import { limitTime } from "@/runner/job/time-limit";
import type { WebhookCalls } from "@/runner/job/webhook";
import { uploadResults } from "@/runner/results/upload";
import { watchResults } from "@/runner/results/watch";
import { uploadStateSoon } from "@/runner/state/unsent";

/** What the phases of an attempt need of it. */
type Ports = {
  host: Host;
  server: AttemptClient;
  stopper: Stopper;
  calls: WebhookCalls;
  /** Aborts when nobody has to confirm any more, to apply or to stop. */
  decided: AbortSignal;
  /** Whether a process runs or is about to start. */
  setBusy(busy: boolean): void;
  /** The server knows that a person has to confirm. */
  wait(): void;
  notice(text: string): void;
};

/** The work of an attempt: run the job, wait for a confirmation if it needs one, apply. */
export class Phases {
  constructor(
    private readonly record: AttemptRecord,
    private readonly ports: Ports,
  ) {}

  /** Runs the phases from this one on; before the apply, a person confirms. Rejects with Lost. */
  async run(from: Phase): Promise<Outcome> {
    const outcome = from === "run" ? await this.runPhase("run") : "confirm";
    return outcome === "confirm" ? this.confirmAndApply() : outcome;
  }

  private async runPhase(phase: Phase): Promise<Outcome | "confirm"> {
    const { record } = this;
    const { log, reporter } = record;
    const { host, server, stopper } = this.ports;
    if (phase === "run") reporter.enterStage("prepare", log.nextLine);
    const { stages } = await reporter.take();
    const job = accepted(await server.begin({ instance_id: host.instanceId, phase, stages }));
    log.hide(secretsOf(job));
    this.ports.setBusy(true);
    const stopClock = limitTime(job, record.place, stopper);
    const results = watchResults(record, server);
    try {
      stopper.check();
      const outcome = await this.perform(job);
      if (stopper.cause === "disk" || stopper.cause === "lost") throw new Stopped();
      return outcome;
    } catch (error) {
      return this.explain(error);
    } finally {
      stopClock();
      await results.stop();
    }
  }

  private async perform(job: Job): Promise<Outcome | "confirm"> {
    const { record } = this;
    const { host, stopper, calls } = this.ports;
    const { log, events, place, problem, reporter, plans, outputs } = record;
    if (job.phase === "run") {
      log.say(`Preparing task ${job.task_id} (${job.template_name})`);
      await calls.start(job, record, stopper.signal);
    }
    if (!place) throw problem ?? new TaskProblem("workspace_failed", "there is no workspace");
    const uploadState = () => uploadStateSoon(record, host);
    const senders = { log, events, reporter, plans, outputs };
    return performJob(job, { ...host, ...place, ...senders, stopper, uploadState });
  }

  /** The result for an error that ended a phase early; also writes it to the log. Throws Lost. */
  private explain(error: unknown): Outcome {
    const { log } = this.record;
    const { stopper, notice } = this.ports;
    if (error instanceof Lost) throw error;
    const cause = error instanceof Stopped ? (stopper.cause ?? "stop") : stopper.cause;
    if (cause === "lost") throw new Lost();
    if (cause !== null) {
      log.note(VERDICTS[cause].text);
      return stopper.verdict();
    }
    if (!(error instanceof TaskProblem)) notice(describeError(error));
    const problem = toProblem(error, "internal");
    log.note(problem.message);
    return { result: "error", reason: problem.reason, exit_code: null };
  }

  private async confirmAndApply(): Promise<Outcome> {
    try {
      await this.askConfirmation();
    } catch (error) {
      return this.explain(error);
    }
    const outcome = await this.runPhase("apply");
    if (outcome === "confirm") throw new Error("an apply step asked for another confirmation");
    return outcome;
  }

  /** Resolves when the plan is confirmed. After that a new process has nothing to resume. */
  private async askConfirmation(): Promise<void> {
    const { record } = this;
    const { server, stopper, decided, setBusy, wait } = this.ports;
    stopper.check();
    if (record.place?.saved.status !== "waiting") {
      await record.plans.kept();
      remember(record, { status: "asking" });
      setBusy(false);
      await record.plans.sent(decided);
      await uploadResults(record, server.until(decided), decided);
      if (decided.aborted) stopper.check();
      await record.reporter.flush();
      await record.log.drain();
      const answer = await server.progress({ await_confirmation: true });
      // The console still holds the attempt, so the task ends with the reason.
      if (!answer.ok && answer.kind === "rejected") throw new TaskProblem("internal", answer.message);
      // Conflict: the task was already confirmed or stopped; a directive follows.
      if (answer.ok || answer.kind !== "conflict") accepted(answer);
      remember(record, { status: "waiting" });
      wait();
    }
    await whenAborted(decided);
    stopper.check();
    remember(record, { status: "working" });
  }
}
