import type { Db } from "@/db/client";
import { insertRows } from "@/db/insert-rows";
import { events } from "@/db/schema/events";
import type { EventDraft } from "@/lib/operation/define";

/** Whose event it is. `userId` null: the product did it. */
export type EventScope = { project: { id: number } | null; userId: number | null; ip: string };

/** Adds a line to the activity feed, in the caller's transaction. */
export const recordEvent = (db: Db, event: EventDraft, scope: EventScope): Promise<void> =>
  recordEvents(db, [{ event, scope }]);

export async function recordEvents(db: Db, lines: { event: EventDraft; scope: EventScope }[]): Promise<void> {
  const rows = lines.map(({ event, scope: { project, userId, ip } }) => ({
    project_id: event.project_id === undefined ? (project?.id ?? null) : event.project_id,
    user_id: userId,
    integration_id: event.integration_id,
    object_type: event.object_type,
    object_id: event.object_id,
    object_name: event.object_name ?? "",
    description: event.description,
    ip,
    changes: event.changes,
  }));
  await insertRows(db, events, rows);
}
