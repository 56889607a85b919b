import type { LogChunk } from "@/lib/protocol/log";
import type { TaskReason } from "@/lib/protocol/reasons";
import type { TaskStatus } from "@/lib/protocol/status";

/** A browser that joins a project is sent again what changed there this long before, in milliseconds. */
export const CATCH_UP_MS = 10_000;

/** Sent to a project's members whenever a task of it changes. */
export type TaskUpdate = {
  task_id: number;
  template_id: number;
  project_id: number;
  /** The run of a workflow that started it. */
  parent_task_id: number | null;
  /** It is the run of a workflow itself. */
  is_workflow: boolean;
  /** Who started it; null: something else did. */
  user_id: number | null;
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
  /** Sent to a project's members: the state with this id got a version, or its lock was taken or given back. */
  state: (stateId: number) => void;
  /** Something may have been missed: whatever is on the screen should be fetched again. */
  resync: () => void;
  /** What the user may do has changed: the page is to be read again. */
  access: () => void;
};

type WatchReply = { ok: true; log_lines: number } | { ok: false };

export type ClientToServer = {
  /** Joins the room of a project the user is a member of; the reply says whether it was allowed. */
  project: (projectId: number, reply: (result: { ok: boolean }) => void) => void;
  /** Leaves it again. */
  leave: (projectId: number) => void;
  watch: (projectId: number, taskId: number, reply: (result: WatchReply) => void) => void;
  unwatch: (taskId: number) => void;
};
