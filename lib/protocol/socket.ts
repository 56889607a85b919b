import { z } from "zod";
import type { LogChunk } from "@/lib/protocol/log";
import type { TaskReason, TaskStatus } from "@/lib/protocol/status";

/** What NOTIFY carries between web nodes: ids only, the rows are read by whoever listens. */
export const Announcement = z.discriminatedUnion("type", [
  z.object({ type: z.literal("task"), project_id: z.int(), task_id: z.int() }),
  z.object({ type: z.literal("log"), task_id: z.int() }),
  /** A task waits to be claimed, or a directive for this runner; null for whichever runner. */
  z.object({ type: z.literal("work"), runner_id: z.int().nullable() }),
  /** Membership or sessions of this user changed: sockets must prove themselves again. */
  z.object({ type: z.literal("access"), user_id: z.int() }),
]);
export type Announcement = z.infer<typeof Announcement>;

/** Sent to a project's members whenever a task of it changes. */
export type TaskUpdate = {
  task_id: number;
  template_id: number;
  project_id: number;
  status: TaskStatus;
  reason: TaskReason | null;
  start: string | null;
  end: string | null;
  version: string | null;
  commit_hash: string | null;
  commit_message: string | null;
};

/** New lines of one task, sent to those who watch it; a gap before `first_line` has to be fetched. */
export type LogUpdate = { task_id: number } & LogChunk;

export type ServerToClient = {
  task: (update: TaskUpdate) => void;
  log: (update: LogUpdate) => void;
  /** Something may have been missed: whatever is on the screen should be fetched again. */
  resync: () => void;
};

type WatchReply = { ok: true; log_lines: number } | { ok: false };

export type ClientToServer = {
  /** Joins the room of a project the user is a member of; the reply says whether it was allowed. */
  project: (projectId: number, reply: (result: { ok: boolean }) => void) => void;
  watch: (projectId: number, taskId: number, reply: (result: WatchReply) => void) => void;
  unwatch: (taskId: number) => void;
};
