import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { insertRows } from "@/db/insert-rows";
import { isOneOf } from "@/db/one-of";
import { outbox } from "@/db/schema/outbox";
import { projects } from "@/db/schema/projects";
import { templates } from "@/db/schema/templates";
import { configuredChannels } from "@/lib/notification/channels";
import { recipientsOf } from "@/lib/notification/enqueue";
import type { AutorunAlert, ScheduleAlert } from "@/lib/protocol/alert";

type Unstarted = { templateId: number; about: Pick<ScheduleAlert, "schedule"> | Pick<AutorunAlert, "autorun"> };

/** Queues alerts about what should have started a task by itself, over every channel: bad news, like a failed task. */
export async function enqueueUnstartedAlerts(tx: Db, unstarted: readonly Unstarted[]): Promise<void> {
  const channels = configuredChannels();
  if (channels.length === 0 || unstarted.length === 0) return;
  const subjects = await tx
    .select({ project: { id: projects.id, name: projects.name }, chat: projects.alert_chat, template: alerted })
    .from(templates)
    .innerJoin(projects, and(eq(projects.id, templates.project_id), eq(projects.alert, true)))
    .where(
      isOneOf(
        templates.id,
        unstarted.map(({ templateId }) => templateId),
      ),
    );
  const rows: (typeof outbox.$inferInsert)[] = [];
  for (const { project, chat, template } of subjects) {
    const payloads = unstarted
      .filter(({ templateId }) => templateId === template.id)
      .map(({ about }): ScheduleAlert | AutorunAlert => ({ project, template, task: null, ...about }));
    for (const channel of channels)
      for (const recipient of await recipientsOf(tx, channel, project.id, chat))
        rows.push(...payloads.map((payload) => ({ project_id: project.id, channel, recipient, payload })));
  }
  await insertRows(tx, outbox, rows);
}

const alerted = { id: templates.id, name: templates.name };
