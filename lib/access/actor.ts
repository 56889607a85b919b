import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { prepared } from "@/db/prepared";
import { apiTokens } from "@/db/schema/api-tokens";
import { projectMembers, projects } from "@/db/schema/projects";
import { sessions } from "@/db/schema/sessions";
import { users } from "@/db/schema/users";
import { can, isRole, type Permission, permissionsOf, type Role } from "@/lib/access/roles";
import { type RunnerRow, runnerByToken } from "@/lib/access/runner-cache";
import { hashToken } from "@/lib/secret/token";

/** What a request presents to authenticate itself. */
export type Credentials =
  | { kind: "none" }
  | { kind: "session"; id: string }
  | { kind: "token"; token: string; ip?: string }
  | { kind: "runner"; token: string };

/** The visible columns: everything but the password's hash. */
export const userColumns = {
  id: users.id,
  created: users.created,
  username: users.username,
  name: users.name,
  email: users.email,
  admin: users.admin,
  external: users.external,
  alert: users.alert,
};

export type UserActor = {
  kind: "user";
  user: Pick<typeof users.$inferSelect, keyof typeof userColumns>;
  /** Null for an API token. */
  sessionHash: string | null;
};
export type RunnerActor = { kind: "runner"; runner: RunnerRow };
export type Actor = { kind: "anonymous" } | UserActor | RunnerActor;

/** A project the caller may see, with the caller's role and permissions in it. */
export type ProjectScope = typeof projects.$inferSelect & { role: Role | null; permissions: number };

/** Whether the caller may do this in the project. */
export const mayIn = ({ user }: UserActor, { permissions }: ProjectScope, permission: Permission): boolean =>
  can({ admin: user.admin, permissions }, permission);

export type Identity = { actor: Actor; project: ProjectScope | null };

/** A session ends when it has not been used for so long. */
const IDLE_DAYS = 7;
/** It ends after so long in any case. */
export const SESSION_DAYS = 30;

/** Whether a session has not ended yet. */
export const isAlive = sql`(${sessions.last_seen} > now() - make_interval(days => ${sql.raw(String(IDLE_DAYS))})
  and ${sessions.created} > now() - make_interval(days => ${sql.raw(String(SESSION_DAYS))}))`;

/** How old the note of the last use may become. */
const TOUCH_AFTER_MS = 60_000;

/** Finds the caller and, in the same statement, the project and their role in it. Never throws for bad credentials. */
export async function identify(db: Db, credentials: Credentials, projectId: number | null): Promise<Identity> {
  switch (credentials.kind) {
    case "none":
      return { actor: { kind: "anonymous" }, project: null };
    case "session":
      return bySession(db, hashToken(credentials.id), projectId);
    case "token":
      return byToken(db, credentials, projectId);
    case "runner":
      return byRunner(db, hashToken(credentials.token));
  }
}

const selectSession = prepared((db) =>
  db
    .select({ user: userColumns, last_seen: sessions.last_seen, project: projects, role: projectMembers.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .leftJoin(projects, eq(projects.id, sql.placeholder("projectId")))
    .leftJoin(projectMembers, isMember())
    .where(and(eq(sessions.id_hash, sql.placeholder("hash")), isAlive))
    .prepare("session"),
);

async function bySession(db: Db, idHash: string, projectId: number | null): Promise<Identity> {
  const [row] = await selectSession(db).execute({ hash: idHash, projectId: projectId ?? -1 });
  if (!row) return { actor: { kind: "anonymous" }, project: null };
  if (Date.now() - Date.parse(row.last_seen) > TOUCH_AFTER_MS) {
    await db.update(sessions).set({ last_seen: sql`now()` }).where(eq(sessions.id_hash, idHash));
  }
  return { actor: { kind: "user", user: row.user, sessionHash: idHash }, project: scopeOf(row) };
}

const selectToken = prepared((db) =>
  db
    .select({ user: userColumns, last_used: apiTokens.last_used, project: projects, role: projectMembers.role })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.user_id))
    .leftJoin(projects, eq(projects.id, sql.placeholder("projectId")))
    .leftJoin(projectMembers, isMember())
    .where(and(eq(apiTokens.secret_hash, sql.placeholder("hash")), eq(apiTokens.expired, false)))
    .prepare("token"),
);

async function byToken(
  db: Db,
  { token, ip }: { token: string; ip?: string | undefined },
  projectId: number | null,
): Promise<Identity> {
  const secretHash = hashToken(token);
  const [row] = await selectToken(db).execute({ hash: secretHash, projectId: projectId ?? -1 });
  if (!row) return { actor: { kind: "anonymous" }, project: null };
  if (!row.last_used || Date.now() - Date.parse(row.last_used) > TOUCH_AFTER_MS) {
    // One of many requests at the same time is enough.
    const isNoted = sql`${apiTokens.last_used} > now() - interval '${sql.raw(String(TOUCH_AFTER_MS))} ms'`;
    await db
      .update(apiTokens)
      .set({ last_used: sql`now()`, last_ip: ip ?? null })
      .where(and(eq(apiTokens.secret_hash, secretHash), sql`(${isNoted}) is not true`));
  }
  return { actor: { kind: "user", user: row.user, sessionHash: null }, project: scopeOf(row) };
}

async function byRunner(db: Db, tokenHash: string): Promise<Identity> {
  const runner = await runnerByToken(db, tokenHash);
  return { actor: runner ? { kind: "runner", runner } : { kind: "anonymous" }, project: null };
}

const isMember = () => and(eq(projectMembers.project_id, projects.id), eq(projectMembers.user_id, users.id));

/** Null if the project does not exist or the caller must not know that it does. */
function scopeOf(row: {
  user: { admin: boolean };
  project: typeof projects.$inferSelect | null;
  role: string | null;
}): ProjectScope | null {
  const role = row.role !== null && isRole(row.role) ? row.role : null;
  if (!row.project || (!role && !row.user.admin)) return null;
  return { ...row.project, role, permissions: permissionsOf(role) };
}
