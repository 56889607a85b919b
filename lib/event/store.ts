import { and, desc, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { events } from "@/db/schema/events";
import { projectMembers, projects } from "@/db/schema/projects";
import { users } from "@/db/schema/users";
import type { Event } from "@/lib/event/schema";

/** Newest first. */
export const listProjectEvents = (db: Db, projectId: number, limit: number): Promise<Event[]> =>
  newest(db, eq(events.project_id, projectId), limit);

/** Events of the user's projects. Those of no project tell of accounts and servers: only their author and admins see them. */
export function listUserEvents(db: Db, user: { id: number; admin: boolean }, limit: number): Promise<Event[]> {
  const memberships = db
    .select({ id: projectMembers.project_id })
    .from(projectMembers)
    .where(eq(projectMembers.user_id, user.id));
  const ofNoProject = and(isNull(events.project_id), user.admin ? undefined : eq(events.user_id, user.id));
  return newest(db, or(inArray(events.project_id, memberships), ofNoProject), limit);
}

function newest(db: Db, condition: SQL | undefined, limit: number): Promise<Event[]> {
  return db
    .select({
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
    })
    .from(events)
    .leftJoin(projects, eq(projects.id, events.project_id))
    .leftJoin(users, eq(users.id, events.user_id))
    .where(condition)
    .orderBy(desc(events.id))
    .limit(limit);
}
