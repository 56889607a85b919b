import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Database } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { projectMembers } from "@/db/schema/projects";
import { users } from "@/db/schema/users";
import type { Access } from "@/lib/access/access";
import { ROLES } from "@/lib/access/roles";
import type { Operation } from "@/lib/operation/define";
import { STATUS_OF, toAppError } from "@/lib/operation/errors";
import { execute } from "@/lib/operation/execute";
import { apiText } from "@/lib/operation/http/api-texts";
import { insertDefaults, insertProject } from "@/lib/project/store";
import { hashPassword } from "@/lib/secret/password";
import { openSession } from "@/lib/session/sessions";

/** `stranger` owns the other project and is a member of no others. */
export const PEOPLE = ["admin", ...ROLES, "stranger"] as const;
export type Person = (typeof PEOPLE)[number];
export type Visitor = Person | "anonymous";

export type World = {
  db: Database;
  /** The project of owner, manager, task_runner and guest. */
  projectId: number;
  otherProjectId: number;
  userIds: Record<Person, number>;
  sessionIds: Record<Person, string>;
  /** Runs an operation as HTTP would, with the visitor's session. */
  call: <P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
    op: Operation<Access, P, I, O>,
    as: Visitor,
    params: unknown,
    input?: unknown,
  ) => Promise<z.output<O>>;
};

/** A user of every kind, their project, and a stranger with a separate project. */
export async function world(db: Database): Promise<World> {
  const userIds = {} as Record<Person, number>;
  const sessionIds = {} as Record<Person, string>;
  for (const name of PEOPLE) {
    userIds[name] = await insertUser(db, name);
    sessionIds[name] = await openSession(db, userIds[name], { ip: "127.0.0.1", userAgent: "tests" });
  }
  const projectId = await newProject(db, "Ours", userIds.owner);
  const otherProjectId = await newProject(db, "Theirs", userIds.stranger);
  for (const role of ROLES) {
    if (role === "owner") continue;
    await db.insert(projectMembers).values({ project_id: projectId, user_id: userIds[role], role });
  }
  const call: World["call"] = (op, as, params, input = {}) => {
    const credentials =
      as === "anonymous" ? { kind: "none" as const } : { kind: "session" as const, id: sessionIds[as] };
    return execute(op, { credentials, ip: "127.0.0.1", userAgent: "tests" }, params, input, db);
  };
  return { db, projectId, otherProjectId, userIds, sessionIds, call };
}

export async function setPassword(db: Database, userId: number, password: string): Promise<void> {
  const password_hash = await hashPassword(password);
  await db.update(users).set({ password_hash }).where(eq(users.id, userId));
}

async function insertUser(db: Database, name: Person): Promise<number> {
  const row = onlyRow(
    await db
      .insert(users)
      .values({ username: name, name: `The ${name}`, email: `${name}@example.com`, admin: name === "admin" })
      .returning({ id: users.id }),
  );
  return row.id;
}

/** With the key `None` and the environment `Empty`, like a new project. */
export async function newProject(db: Database, name: string, ownerId: number): Promise<number> {
  const input = { name, alert: false, alert_chat: null, max_parallel_tasks: 0, type: "" };
  const { id } = await insertProject(db, input, ownerId);
  await insertDefaults(db, id);
  return id;
}

export type Refusal = { status: number; error: string | null };

/** The response to a caller whose role doesn't permit the request. */
export const FORBIDDEN: Refusal = { status: 403, error: "You don't have permission to do this" };

/** How HTTP would respond to a call that must fail. */
export async function refusal(call: Promise<unknown>): Promise<Refusal> {
  try {
    await call;
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === "internal") throw thrown;
    return { status: STATUS_OF[error.code], error: apiText(error) };
  }
  throw new Error("the call was not refused");
}

/** The status for each kind of visitor; 200 stands for any success. */
export async function statuses(call: (as: Visitor) => Promise<unknown>): Promise<Record<Visitor, number>> {
  const found = {} as Record<Visitor, number>;
  for (const as of ["anonymous", ...PEOPLE] as const) {
    try {
      await call(as);
      found[as] = 200;
    } catch (thrown) {
      found[as] = STATUS_OF[toAppError(thrown).code];
    }
  }
  return found;
}

/** Who may do what requires manageResources. */
export const MANAGERS = {
  anonymous: 401,
  admin: 200,
  owner: 200,
  manager: 200,
  task_runner: 403,
  guest: 403,
  stranger: 404,
};
/** Who may read. */
export const MEMBERS = { ...MANAGERS, task_runner: 200, guest: 200 };
