import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { insertRows } from "@/db/insert-rows";
import { isOneOf } from "@/db/one-of";
import { outbox } from "@/db/schema/outbox";
import { projects } from "@/db/schema/projects";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import type { DriftChange } from "@/lib/drift/settle";
import { configuredChannels, telegramChat } from "@/lib/notification/channels";
import { emailsOf } from "@/lib/notification/recipients";
import { notifiesOn, notifiesOnDrift } from "@/lib/notification/rules";
import type { AlertApproval, AlertDrift, Channel, TaskAlert } from "@/lib/protocol/alert";
import { beginning } from "@/lib/protocol/storable";

type TaskRow = typeof tasks.$inferSelect;

type Change = { task: TaskRow; drift?: AlertDrift; asked?: Asked };

/** `approvers`: the users who may decide, and so get an e-mail. */
type Asked = { approval: AlertApproval; approvers: readonly number[] };

/** An alert names no more. */
const MAX_ITEMS = 20;

/** An approval may ask as much before its values are filled in, which may be long. */
const MAX_TEXT_LENGTH = 2000;

/**
 * Queues alerts about the new status of tasks. Call it in the transaction that changed the status. A workflow speaks for the
 * tasks that it started, unless one of them waits for a person.
 */
export const enqueueAlerts = (tx: Db, changed: readonly TaskRow[]): Promise<void> =>
  enqueue(
    tx,
    changed
      .filter(({ parent_task_id, status }) => parent_task_id === null || status === "waiting_confirmation")
      .map((task) => ({ task })),
  );

/** The same about drift. */
export const enqueueDriftAlerts = (tx: Db, changed: readonly DriftChange[]): Promise<void> =>
  enqueue(
    tx,
    changed.map(({ task, drift }) => ({ task, drift: { ...drift, items: drift.items.slice(0, MAX_ITEMS) } })),
  );

/** Queues alerts about what a run of a workflow asks. */
export const enqueueApprovalAlerts = (tx: Db, task: TaskRow, asked: readonly Asked[]): Promise<void> =>
  enqueue(
    tx,
    asked.map(({ approval, approvers }) => {
      const text = beginning(approval.text, MAX_TEXT_LENGTH);
      return { task, asked: { approval: { ...approval, text }, approvers } };
    }),
  );

async function enqueue(tx: Db, changed: readonly Change[]): Promise<void> {
  const channels = configuredChannels();
  if (channels.length === 0 || changed.length === 0) return;
  const subjects = await findSubjects(
    tx,
    changed.map(({ task }) => task),
  );
  const recipients = new Map<string, string[]>();
  const rows: (typeof outbox.$inferInsert)[] = [];
  for (const { task, drift, asked } of changed) {
    const subject = subjects.get(task.id);
    if (!subject) continue;
    const payload = { ...alertOf(task, subject), drift, approval: asked?.approval };
    for (const channel of channels) {
      const wanted = drift
        ? notifiesOnDrift(drift.status, subject.muted)
        : notifiesOn(channel, task.status, subject.muted);
      if (!wanted && !asked) continue;
      const key = [channel, task.project_id, ...(asked?.approvers ?? [])].join(" ");
      const known = recipients.get(key) ?? (await recipientsOf(tx, channel, task.project_id, subject.chat, asked));
      recipients.set(key, known);
      for (const recipient of known)
        rows.push({ project_id: task.project_id, task_id: task.id, channel, recipient, payload });
    }
  }
  await insertRows(tx, outbox, rows);
}

type Subject = { project_name: string; chat: string | null; muted: boolean; author: string | null };

/** By task; tasks of projects without alerts are omitted. */
async function findSubjects(tx: Db, changed: readonly TaskRow[]): Promise<Map<number, Subject>> {
  const ids = changed.map(({ id }) => id);
  const rows = await tx
    .select({
      task_id: tasks.id,
      project_name: projects.name,
      chat: projects.alert_chat,
      muted: templates.suppress_success_alerts,
      author: users.name,
    })
    .from(tasks)
    .innerJoin(projects, and(eq(projects.id, tasks.project_id), eq(projects.alert, true)))
    .innerJoin(templates, eq(templates.id, tasks.template_id))
    .leftJoin(users, eq(users.id, tasks.user_id))
    .where(isOneOf(tasks.id, ids));
  return new Map(rows.map(({ task_id, ...subject }) => [task_id, subject]));
}

/** One per message to send; none if no chat is set. */
export async function recipientsOf(
  tx: Db,
  channel: Channel,
  projectId: number,
  chat: string | null,
  asked?: Asked,
): Promise<string[]> {
  if (channel === "email") return emailsOf(tx, projectId, asked?.approvers);
  if (channel !== "telegram") return [""];
  const named = telegramChat(chat);
  return named ? [named] : [];
}

const alertOf = (task: TaskRow, { project_name, author }: Subject): TaskAlert => ({
  project: { id: task.project_id, name: project_name },
  template: { id: task.template_id, name: task.snapshot.template.name },
  task: {
    id: task.id,
    status: task.status,
    reason: task.reason,
    failure: task.failure,
    author,
    version: task.version,
    incoming_version: task.incoming_version,
    message: task.message,
    commit_hash: task.commit_hash,
    commit_message: task.commit_message,
    created: task.created,
    start: task.start,
    end: task.end,
  },
});
