import type { Announcement } from "@/db/announcement";
import { database } from "@/db/client";
import { isUnfinished } from "@/db/schema/tasks";
import { chunkLines, type LogChunk } from "@/lib/protocol/log";
import type { TaskUpdate } from "@/lib/protocol/socket";
import { isFinal } from "@/lib/protocol/status";
import { LogFeed } from "@/lib/server/feed/log-feed";
import { TaskFeed } from "@/lib/server/feed/task-feed";
import { logLengths } from "@/lib/task/log/read-log";

/** Ended tasks to remember, so that a repeated announcement does not resend their lines. */
const REMEMBERED = 1000;

/** Frames of Semaphore's socket; their keys are in alphabetical order. */
type Frame =
  | (Pick<TaskUpdate, "end" | "project_id" | "start" | "status" | "task_id" | "template_id" | "version"> & {
      type: "update";
    })
  | { output: string; project_id: number; task_id: number; time: string; type: "log" };

/** Builds the frames of Semaphore's socket: every task change and every new log line. */
export class SemaphoreFeed {
  private readonly projectOf = new Map<number, number>();
  private readonly ended = new Set<number>();
  private following = true;
  private readonly changes = new TaskFeed(async (updates) => {
    await Promise.all(updates.map((update) => this.changed(update)));
  });
  private readonly logs = new LogFeed({
    isWatched: () => this.following,
    send: (taskId, chunk) => this.sendLines(taskId, chunk),
  });
  /** Settles when the log position of every unfinished task is known; later lines are sent. */
  readonly ready: Promise<void>;

  constructor(private readonly send: (projectId: number, frame: Frame) => void) {
    this.ready = this.followUnfinished();
  }

  announce(announcement: Announcement): void {
    if (announcement.type === "task") this.changes.changed(announcement.task_id);
    if (announcement.type === "log") void this.logs.appended(announcement.task_id, announcement.next_line);
  }

  /** Announcements may have been missed, so followed tasks are checked again. */
  async resync(): Promise<void> {
    const missed = [...this.projectOf.keys()];
    await this.followUnfinished();
    for (const taskId of new Set([...missed, ...this.projectOf.keys()])) this.changes.changed(taskId);
  }

  stop(): void {
    this.following = false;
  }

  private async followUnfinished(): Promise<void> {
    const unfinished = await logLengths(database(), isUnfinished);
    for (const { id, project_id, lines } of unfinished) this.follow(id, project_id, lines);
  }

  private follow(taskId: number, projectId: number, next: number): void {
    if (this.projectOf.has(taskId)) return;
    this.projectOf.set(taskId, projectId);
    this.logs.watchFrom(taskId, next);
  }

  /** A task's last update comes after its last line. */
  private async changed(update: TaskUpdate): Promise<void> {
    const { task_id, project_id, template_id, status, start, end, version } = update;
    await this.ready;
    if (!this.ended.has(task_id)) {
      this.follow(task_id, project_id, 0);
      const sent = this.logs.appended(task_id);
      if (isFinal(status)) await sent.then(() => this.leave(task_id));
    }
    this.send(project_id, { end, project_id, start, status, task_id, template_id, type: "update", version });
  }

  private leave(taskId: number): void {
    this.logs.forget(taskId);
    this.projectOf.delete(taskId);
    this.ended.add(taskId);
    for (const oldest of this.ended) {
      if (this.ended.size <= REMEMBERED) break;
      this.ended.delete(oldest);
    }
  }

  private sendLines(taskId: number, chunk: LogChunk): void {
    const project_id = this.projectOf.get(taskId);
    if (project_id === undefined) return;
    for (const { output, time } of chunkLines(chunk))
      this.send(project_id, { output, project_id, task_id: taskId, time, type: "log" });
  }
}
