import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { projectMembers } from "@/db/schema/projects";
import { users } from "@/db/schema/users";

/** Addresses of the project's members and the administrators who want alerts; of `only` these, if it is given. */
export async function emailsOf(db: Db, projectId: number, only?: readonly number[]): Promise<string[]> {
  const rows = await selectRecipients(db, projectId)
    .where(and(getsAlerts, only && isOneOf(users.id, only)))
    .orderBy(users.id);
  return rows.map(({ email }) => email);
}

/** Whether an address is still that of one of them. A mail may wait for days, and people leave. */
export async function isRecipient(db: Db, projectId: number, email: string): Promise<boolean> {
  const isTheirs = eq(sql`lower(${users.email})`, sql`lower(${email})`);
  return (await selectRecipients(db, projectId).where(and(getsAlerts, isTheirs))).length > 0;
}

const getsAlerts = and(eq(users.alert, true), or(eq(users.admin, true), isNotNull(projectMembers.user_id)));

const selectRecipients = (db: Db, projectId: number) =>
  db
    .select({ email: users.email })
    .from(users)
    .leftJoin(projectMembers, and(eq(projectMembers.user_id, users.id), eq(projectMembers.project_id, projectId)));
