import { and, desc, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { packed } from "@/db/packed";
import { events } from "@/db/schema/events";
import { projectMembers, projects } from "@/db/schema/projects";
import { users } from "@/db/schema/users";
import { can, permissionsOf, ROLES, type Role } from "@/lib/access/roles";
import type { ListedEvent } from "@/lib/event/schema";

/** `before`: only events with smaller ids. */
type Window = { limit: number; before?: number };

/** Which objects the events are about; all if left out. */
type About = { object_type?: string; object_id?: number };

/** Newest first; `inDetail` includes addresses and changes. */
export const listProjectEvents = (
  db: Db,
  projectId: number,
  inDetail: boolean,
  { object_type, object_id, ...window }: Window & About,
): Promise<ListedEvent[]> => {
  const condition = and(
    eq(events.project_id, projectId),
    object_type === undefined ? undefined : eq(events.object_type, object_type),
    object_id === undefined ? undefined : eq(events.object_id, object_id),
  );
  return newest(db, condition, sql`${inDetail}::boolean`, window);
};

/**
 * Events of the user's projects, in detail where they may manage them. Events without a project concern accounts and
 * servers: only their author and admins see them.
 */
export function listUserEvents(db: Db, user: { id: number; admin: boolean }, window: Window): Promise<ListedEvent[]> {
  const projectsAs = (roles: readonly Role[]) =>
    db
      .select({ id: projectMembers.project_id })
      .from(projectMembers)
      .where(and(eq(projectMembers.user_id, user.id), inArray(projectMembers.role, [...roles])));
  const ofNoProject = and(isNull(events.project_id), user.admin ? undefined : eq(events.user_id, user.id));
  const managed = or(isNull(events.project_id), inArray(events.project_id, projectsAs(MANAGERS)));
  const condition = or(inArray(events.project_id, projectsAs(ROLES)), ofNoProject);
  return newest(db, condition, user.admin ? sql`true` : managed, window);
}

/** Roles that may manage what most events are about. */
const MANAGERS = ROLES.filter((role) => can({ admin: false, permissions: permissionsOf(role) }, "manageResources"));

const eventRow = packed({
  id: events.id,
  user_id: events.user_id,
  project_id: events.project_id,
  integration_id: events.integration_id,
  object_id: events.object_id,
  object_type: events.object_type,
  description: events.description,
  created: events.created,
  object_name: events.object_name,
  project_name: projects.name,
  username: users.username,
});

async function newest(
  db: Db,
  condition: SQL | undefined,
  inDetail: SQL | undefined,
  { limit, before }: Window,
): Promise<ListedEvent[]> {
  const rows = await db
    .select({
      event: eventRow,
      ip: sql<string | null>`case when ${inDetail} then ${events.ip} end`,
      changes: sql<typeof events.$inferSelect.changes>`case when ${inDetail} then ${events.changes} end`,
    })
    .from(events)
    .leftJoin(projects, eq(projects.id, events.project_id))
    .leftJoin(users, eq(users.id, events.user_id))
    .where(and(condition, before === undefined ? undefined : lt(events.id, before)))
    .orderBy(desc(events.id))
    .limit(limit);
  return rows.map(({ event, ip, changes }) => (ip === null ? event : Object.assign(event, { ip, changes })));
}
