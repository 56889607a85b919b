import type { Db } from "@/db/client";
import { insertRows } from "@/db/insert-rows";
import { events } from "@/db/schema/events";
import type { EventDraft } from "@/lib/operation/define";
import type { EventAction } from "@/lib/protocol/event-action";

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
    action: event.action,
    part: event.part,
    description: event.action === undefined ? event.description : TEXTS[event.action](event.subject),
    ip,
    changes: event.changes,
  }));
  await insertRows(db, events, rows);
}

/** Clients of Semaphore know these texts. */
const TEXTS: Record<EventAction, (subject: string) => string> = {
  created: (subject) => `${subject} created`,
  updated: (subject) => `${subject} updated`,
  deleted: (subject) => `${subject} deleted`,
  switchedOn: (subject) => `${subject} switched on`,
  switchedOff: (subject) => `${subject} switched off`,
  queued: (subject) => `${subject} queued for running`,
  running: (subject) => `${subject} is running`,
  succeeded: (subject) => `${subject} finished - SUCCESS`,
  failed: (subject) => `${subject} finished - ERROR`,
  stopped: (subject) => `${subject} finished - STOPPED`,
  stopping: (subject) => `${subject} is being stopped`,
  forceStopping: (subject) => `${subject} is being force stopped`,
  confirmed: (subject) => `${subject} confirmed`,
  approved: (subject) => `${subject} approved`,
  rejected: (subject) => `${subject} rejected`,
  signedIn: () => "Signed in",
  memberAdded: (subject) => `${subject} added to team`,
  memberRemoved: (subject) => `${subject} removed from team`,
  roleChanged: (subject) => `Changed role for ${subject}`,
};
