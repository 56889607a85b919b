import type { Step } from "@/runner/apps/adapter";
import { pause } from "@/runner/client/retry";
import { Marks } from "@/runner/events/marks";
import { type Reported, readReported } from "@/runner/events/reported";
import { Tail } from "@/runner/events/tail";
import { EventWriter } from "@/runner/events/written";
import type { TaskEvents } from "@/runner/job/task-events";
import type { TaskLog } from "@/runner/job/task-log";

const LOOK_MS = 100;
/** How long a result waits for its line of the log, which may come through the pipe later, or never. */
const HOLD_MS = 1_000;

type Held = { reported: Reported; since: number };

/** Follows the events that a program reports while it runs. */
export class EventFeed {
  private readonly held: Held[] = [];
  private readonly over = new AbortController();
  private readonly running: Promise<void>;
  private isClosed = false;
  private hasLeftOut = false;
  private hasReportedLoss = false;
  private readonly writer: EventWriter;

  private constructor(
    { root }: NonNullable<Step["events"]>,
    private readonly tail: Tail,
    private readonly marks: Marks,
    private readonly log: TaskLog,
    private readonly events: TaskEvents,
  ) {
    this.writer = new EventWriter({
      root,
      clean: (text, goesOn) => log.clean(text, goesOn),
      lineOf: (mark) => marks.lineOf(mark),
      isFull: () => events.isFull,
      leftOut: () => this.leaveOut(),
    });
    this.running = this.run();
  }

  /** Call it before the program starts; its file has to exist. */
  static async open(of: NonNullable<Step["events"]>, log: TaskLog, events: TaskEvents): Promise<EventFeed> {
    const marks = new Marks(of.token);
    log.stripMarks(marks);
    return new EventFeed(of, await Tail.open(of.path), marks, log, events);
  }

  /** Call it when the program has ended and its output is in the log. */
  async close(): Promise<void> {
    this.over.abort();
    await this.running;
    this.log.stripMarks(null);
    await this.tail.close();
  }

  private async run(): Promise<void> {
    while (!this.over.signal.aborted) {
      await this.pass();
      await pause(LOOK_MS, this.over.signal).catch(() => undefined);
    }
    await this.pass();
  }

  private async pass(): Promise<void> {
    for (let lines = await this.tail.read(); lines.length > 0; lines = await this.tail.read()) {
      const since = performance.now();
      for (const line of lines) {
        const reported = readReported(line);
        if (reported) this.held.push({ reported, since });
      }
      await this.release();
    }
    await this.release();
    if (!this.tail.hasLost || this.hasReportedLoss) return;
    this.hasReportedLoss = true;
    this.log.note("some results of hosts may be missing, because the task has shortened the file of its events");
  }

  /** In order, up to the first whose line may still come. */
  private async release(): Promise<void> {
    const now = performance.now();
    const end = this.held.findIndex((held) => !this.over.signal.aborted && this.mayStillCome(held, now));
    const ready = this.held.splice(0, end < 0 ? this.held.length : end);
    const written = ready.flatMap(({ reported }) => this.writer.write(reported));
    if (written.length === 0 || this.isClosed) return;
    if (await this.events.add(written)) return;
    this.isClosed = true;
    this.leaveOut();
  }

  private leaveOut(): void {
    if (this.hasLeftOut) return;
    this.hasLeftOut = true;
    this.log.note("further results of hosts are left out, because there are too many");
  }

  private mayStillCome({ reported, since }: Held, now: number): boolean {
    return reported.type === "result" && now - since < HOLD_MS && !this.marks.isPlaced(reported.mark);
  }
}
