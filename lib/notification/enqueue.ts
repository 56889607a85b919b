import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { outbox } from "@/db/schema/outbox";
import { projectMembers, projects } from "@/db/schema/projects";
import type { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import { configuredChannels } from "@/lib/notification/channels";
import { tellsOf } from "@/lib/notification/rules";
import type { Alert, Channel } from "@/lib/protocol/alert";
import { settings } from "@/lib/settings/settings";

type TaskRow = typeof tasks.$inferSelect;

/** Queues what has to be told of a task's new status. Call it in the transaction that has changed the status. */
export async function enqueueAlerts(tx: Db, task: TaskRow): Promise<void> {
  const channels = configuredChannels();
  if (channels.length === 0) return;
  const subject = await findSubject(tx, task);
  if (!subject) return;
  const rows: (typeof outbox.$inferInsert)[] = [];
  const payload = alertOf(task, subject);
  for (const channel of channels) {
    if (!tellsOf(channel, task.status, subject.muted)) continue;
    for (const recipient of await recipientsOf(tx, channel, task.project_id, subject.chat)) {
      rows.push({ project_id: task.project_id, task_id: task.id, channel, recipient, payload });
    }
  }
  if (rows.length > 0) await tx.insert(outbox).values(rows);
}

type Subject = { project_name: string; chat: string | null; muted: boolean; author: string | null };

/** Null when the project wants no alerts. */
async function findSubject(tx: Db, task: TaskRow): Promise<Subject | null> {
  const [subject] = await tx
    .select({
      project_name: projects.name,
      chat: projects.alert_chat,
      muted: templates.suppress_success_alerts,
      author: users.name,
    })
    .from(projects)
    .innerJoin(templates, eq(templates.id, task.template_id))
    .leftJoin(users, eq(users.id, sql`${task.user_id}::int`))
    .where(and(eq(projects.id, task.project_id), eq(projects.alert, true)));
  return subject ?? null;
}

/** One for each message to send; a chat that nobody has named gets none. */
async function recipientsOf(tx: Db, channel: Channel, projectId: number, chat: string | null): Promise<string[]> {
  if (channel === "email") return emailsOf(tx, projectId);
  if (channel !== "telegram") return [""];
  const named = chat ?? settings().alerts.telegram?.chat;
  return named ? [named] : [];
}

/** Of the project's members and the administrators who want alerts. */
async function emailsOf(tx: Db, projectId: number): Promise<string[]> {
  const isMember = and(eq(projectMembers.user_id, users.id), eq(projectMembers.project_id, projectId));
  const rows = await tx
    .select({ email: users.email })
    .from(users)
    .leftJoin(projectMembers, isMember)
    .where(and(eq(users.alert, true), or(eq(users.admin, true), isNotNull(projectMembers.user_id))))
    .orderBy(users.id);
  return rows.map(({ email }) => email);
}

const alertOf = (task: TaskRow, { project_name, author }: Subject): Alert => ({
  project: { id: task.project_id, name: project_name },
  template: { id: task.template_id, name: task.snapshot.template.name },
  task: {
    id: task.id,
    status: task.status,
    reason: task.reason,
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
