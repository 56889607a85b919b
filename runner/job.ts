import type { AttemptRef, Directive } from "@/lib/protocol/runner";
import { RESTARTED_LINE } from "@/lib/protocol/runner-lines";
import { AttemptClient } from "@/runner/client/attempt";
import { notice } from "@/runner/daemon/notice";
import { Lost } from "@/runner/job/accepted";
import type { Host } from "@/runner/job/context";
import { reportEnd, savedEnd, saveEnd } from "@/runner/job/ending";
import { Phases } from "@/runner/job/phases";
import { describeError } from "@/runner/job/problem";
import { type AttemptRecord, openRecord, type RecordPorts, recoverRecord } from "@/runner/job/record";
import type { Outcome } from "@/runner/job/saved-attempt";
import { endLeftProcesses } from "@/runner/job/saving";
import { Stopper } from "@/runner/job/stop";
import { uploadRest } from "@/runner/job/upload-rest";
import { WebhookCalls } from "@/runner/job/webhook";
import { removeAttempt } from "@/runner/state/unsent";
import type { StoredAttempt } from "@/runner/workspace";

const RESTARTED: Outcome = { result: "error", reason: "runner_restarted", exit_code: null };

/**
 * One attempt of a task on this runner: run, wait for confirmation if required, apply, report. It lives until the server
 * has its result or has abandoned it, and then removes its files.
 */
export class Attempt {
  /** A waiting attempt has no process and uses no slot; a confirmed one waits for a slot. */
  status: "working" | "waiting" | "confirmed" = "working";
  /** True while a process runs or is about to start. It never waits for the server meanwhile. */
  busy = false;
  /** Resolves when the attempt is over and its directory removed; never rejects. */
  readonly settled: Promise<void>;

  private readonly stopper = new Stopper();
  /** Aborts when the attempt is lost: ends its calls to the server. */
  private readonly gone = new AbortController();
  /** Aborts when nobody has to confirm any more, to apply or to stop: ends the wait, and what is sent before the question. */
  private readonly decided = new AbortController();
  /** Aborts at a force stop: after the end, it leaves only seconds to upload results and the state. */
  private readonly forced = new AbortController();
  private readonly server: AttemptClient;
  private readonly calls: WebhookCalls;

  constructor(
    private readonly host: Host,
    readonly ref: AttemptRef,
    stored: StoredAttempt | null = null,
  ) {
    this.server = new AttemptClient(host.client, ref, this.gone.signal);
    this.calls = new WebhookCalls(host, ref, stored?.saved.due_finish ?? null);
    if (stored?.saved.status === "waiting") this.change("waiting");
    this.settled = this.live(stored);
  }

  /** Carries out a directive; false if it has no effect. */
  handle(action: Directive["action"]): boolean {
    const { cause } = this.stopper;
    if (action === "apply") {
      // While it is still asking, the heartbeats repeat the directive.
      if (this.status !== "waiting") return false;
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
    if (this.status !== "working") this.change("working");
    this.decided.abort();
  }

  /** Stops all processes, because the server may soon give the task up. Without one, the server's next answer tells. */
  fence(): void {
    if (this.busy) this.stopper.request("fence");
  }

  /** Stops because the runner exits. The next process resumes an attempt that waits, or is about to ask. */
  quit(): void {
    if (this.status === "working") this.stopper.request("quit");
  }

  kill(): void {
    if (this.status === "working") this.stopper.request("kill");
  }

  /** Abandons the attempt at any stage, without reporting to the server. */
  lose(): void {
    this.stopper.request("lost");
    this.gone.abort();
    this.proceed();
  }

  private async live(stored: StoredAttempt | null): Promise<void> {
    let record: AttemptRecord | null = null;
    try {
      record = await (stored ? recoverRecord(stored, this.ports) : openRecord(this.host.dataDir, this.ref, this.ports));
      const known = stored && (await this.endOf(record, stored));
      const found =
        known ?? (await saveEnd(record, await this.phasesOf(record).run(stored ? "apply" : "run"), this.server));
      this.busy = false;
      const signals = { stopped: this.stopper.byPeople, forced: this.forced.signal, gone: this.gone.signal };
      const outcome = await uploadRest(record, found, { host: this.host, server: this.server, ...signals });
      await this.calls.finish(record);
      await reportEnd(record, outcome, this.server);
    } catch (error) {
      if (!(error instanceof Lost) && !this.gone.signal.aborted) this.notice(describeError(error));
    } finally {
      this.busy = false;
      if (record) await this.calls.finish(record);
      await record?.log.release();
      await record?.events.release();
      const place = record?.place ?? stored;
      if (place) await removeAttempt(place, this.host);
    }
  }

  /** How the attempt of a dead process ends: as it said, or failed because it was running. Null: it was waiting, and goes on. */
  private async endOf(record: AttemptRecord, stored: StoredAttempt): Promise<Outcome | null> {
    const { saved } = stored;
    if (record.lostBytes > 0) record.log.note(`${record.lostBytes} bytes of the log were lost here`);
    if (saved.status === "waiting" || saved.status === "asking") return null;
    this.busy = true;
    await endLeftProcesses(saved);
    const known = await savedEnd(record, stored, this.server);
    if (known) return known;
    record.log.say(RESTARTED_LINE);
    return saveEnd(record, RESTARTED, this.server);
  }

  private phasesOf(record: AttemptRecord): Phases {
    const { host, server, stopper, calls } = this;
    return new Phases(record, {
      host,
      server,
      stopper,
      calls,
      decided: this.decided.signal,
      setBusy: (busy) => {
        this.busy = busy;
      },
      wait: () => this.change("waiting"),
      notice: (text) => this.notice(text),
    });
  }

  private change(status: Attempt["status"]): void {
    this.status = status;
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
