import { and, desc, eq, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { newest } from "@/db/newest";
import { outbox } from "@/db/schema/outbox";
import { projects } from "@/db/schema/projects";
import { masked } from "@/lib/notification/rules";
import type { Notification, NotificationQuery, NotificationState } from "@/lib/notification/schema";
import type { Channel } from "@/lib/protocol/alert";

const state = sql<NotificationState>`case
  when ${outbox.sent_at} is not null then 'sent'
  when ${outbox.failed_at} is not null then 'failed'
  when ${outbox.claimed_until} > now() then 'sending'
  when ${outbox.tries} = 0 then 'waiting'
  else 'retrying' end`;

const columns = {
  id: outbox.id,
  created: outbox.created,
  project_id: outbox.project_id,
  project_name: projects.name,
  payload: outbox.payload,
  task_id: outbox.task_id,
  channel: outbox.channel,
  recipient: outbox.recipient,
  state,
  tries: outbox.tries,
  due_at: outbox.due_at,
  sent_at: outbox.sent_at,
  failed_at: outbox.failed_at,
  reason: outbox.reason,
  detail: outbox.detail,
};

const PAGE = 50;

/** Newest first, for all projects or one. */
export async function listNotifications(
  db: Db,
  { project_id, before, limit = PAGE }: NotificationQuery,
): Promise<Notification[]> {
  const ofAll = { where: before === undefined ? undefined : lt(outbox.id, before), order: [desc(outbox.id)] };
  const { where, order } =
    project_id === undefined ? ofAll : newest([[outbox.project_id, project_id]], outbox.id, { before });
  const rows = await db
    .select(columns)
    .from(outbox)
    .leftJoin(projects, eq(projects.id, outbox.project_id))
    .where(where)
    .orderBy(...order)
    .limit(limit);
  return rows.map(({ payload, ...row }) => ({
    ...row,
    template_id: payload?.template.id ?? null,
    template_name: payload?.template.name ?? null,
    status: payload?.task?.status ?? null,
    drift: (payload?.task && payload.drift?.status) ?? null,
    schedule: payload && "schedule" in payload ? payload.schedule : null,
    autorun: payload && "autorun" in payload ? payload.autorun : null,
    recipient: masked(row.recipient),
    due_at: row.state === "waiting" || row.state === "retrying" ? row.due_at : null,
  }));
}

export type Retried = "retried" | "not_found" | "too_late";

/** Sends a message immediately, even one that was given up; not one that was sent or is being sent. */
export async function retryNotification(db: Db, id: number): Promise<Retried> {
  const isFree = or(isNull(outbox.claimed_until), lte(outbox.claimed_until, sql`now()`));
  const rows = await db
    .update(outbox)
    .set({ due_at: sql`now()`, failed_at: null })
    .where(and(eq(outbox.id, id), isNull(outbox.sent_at), isFree))
    .returning({ id: outbox.id });
  if (rows.length > 0) return "retried";
  const [row] = await db.select({ id: outbox.id }).from(outbox).where(eq(outbox.id, id));
  return row ? "too_late" : "not_found";
}

export async function insertTest(db: Db, channel: Channel, recipient: string): Promise<void> {
  await db.insert(outbox).values({ channel, recipient });
}
