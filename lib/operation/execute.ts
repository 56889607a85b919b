import { z } from "zod";
import { type Database, type Db, database } from "@/db/client";
import { insertRows } from "@/db/insert-rows";
import type { Announcement } from "@/db/notify";
import { events } from "@/db/schema/events";
import { sendLast } from "@/db/session";
import type { Access } from "@/lib/access/access";
import { type Actor, type Credentials, type Identity, identify } from "@/lib/access/actor";
import { can } from "@/lib/access/roles";
import { admitAndRead } from "@/lib/operation/admit-and-read";
import { announceAll } from "@/lib/operation/announce";
import type { Context, EventDraft, Operation } from "@/lib/operation/define";
import { AppError, notAllowed, toAppError } from "@/lib/operation/errors";
import { ProjectParams } from "@/lib/operation/fields";
import { parse } from "@/lib/operation/parse";
import { settings } from "@/lib/settings/settings";

export type Caller = {
  credentials: Credentials;
  ip: string;
  userAgent: string;
  signal?: AbortSignal;
  /** Shares one look-up between the several reads of one page. */
  identify?: typeof identify;
};

const NEVER = new AbortController().signal;

/**
 * The only entry point of an operation: identify → admit → parse → run (in a transaction if it writes) → record → parse output.
 * `rawInput` may be a function that reads it; a body is read only after its caller has been admitted.
 */
export const execute = <P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  op: Operation<Access, P, I, O>,
  caller: Caller,
  rawParams: unknown,
  rawInput: unknown,
  db: Database = database(),
): Promise<z.output<O>> => perform(op, caller, [rawParams, rawInput], db, (result) => op.output.parse(result));

/** The same for a reply that checks what it writes itself, in one pass: parsing a long list first costs as much again. */
export const executeUnchecked = <P extends z.ZodType, I extends z.ZodType, O extends z.ZodType, Reply>(
  op: Operation<Access, P, I, O>,
  caller: Caller,
  rawParams: unknown,
  rawInput: unknown,
  write: (result: z.input<O>) => Reply,
): Promise<Reply> => perform(op, caller, [rawParams, rawInput], database(), write);

async function perform<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType, Output>(
  op: Operation<Access, P, I, O>,
  caller: Caller,
  [rawParams, rawInput]: [unknown, unknown],
  db: Database,
  asOutput: (result: z.input<O>) => Output,
): Promise<Output> {
  try {
    const [{ identity, params }, body] = await admitAndRead(
      async () => {
        const identity = await (caller.identify ?? identify)(db, caller.credentials, projectIdOf(rawParams));
        return { identity, params: admit(op, identity, rawParams) };
      },
      async () => (typeof rawInput === "function" ? await rawInput() : rawInput),
    );
    const input = parse(op.input, body);
    const announcements: Announcement[] = [];
    const context = {
      ...identity,
      params,
      input,
      ip: caller.ip,
      userAgent: caller.userAgent,
      signal: caller.signal ?? NEVER,
      announce: (more: Announcement | readonly Announcement[]) => {
        for (const announcement of [more].flat()) announcements.push(announcement);
      },
    };
    const result =
      op.transaction === "whole"
        ? await db.transaction((tx) => write(op, { ...context, db: tx }))
        : await op.run({ ...context, db });
    announceAll(db, announcements);
    return asOutput(result);
  } catch (error) {
    throw toAppError(error);
  }
}

async function write<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  op: Operation<Access, P, I, O>,
  context: Context<Access, z.output<P>, z.output<I>>,
): Promise<z.input<O>> {
  const result = await op.run(context);
  const event = typeof op.event === "function" ? op.event({ ...context, result }) : null;
  if (event) {
    const scope = { project: context.project, userId: userIdOf(context.actor), ip: context.ip };
    sendLast(context.db, recordEvent(context.db, event, scope));
  }
  return result;
}

/** An operation as a part of another one, by the same caller and in its transaction; the other's access is what counts. */
export function performWithin<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  op: Operation<Access, P, I, O>,
  context: Context,
  rawParams: unknown,
  rawInput: unknown,
): Promise<z.input<O>> {
  return write(op, { ...context, params: parse(op.params, rawParams), input: parse(op.input, rawInput) });
}

/** Whose event it is. `userId` null: the product did it. */
type EventScope = { project: { id: number } | null; userId: number | null; ip: string };

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

const userIdOf = (actor: Actor) => (actor.kind === "user" ? actor.user.id : null);

/** The user that a path of access `self` is about. */
const Whose = z.object({ userId: z.int() });

function projectIdOf(rawParams: unknown): number | null {
  const result = ProjectParams.safeParse(rawParams);
  return result.success ? result.data.projectId : null;
}

/** Checks access first, then the path, so that a 400 never reveals what a 401 would hide. */
function admit<P extends z.ZodType>(
  op: Pick<Operation<Access, P>, "access" | "params">,
  identity: Identity,
  rawParams: unknown,
): z.output<P> {
  const { access } = op;
  const { actor, project } = identity;
  const readPath = () => parse(op.params, rawParams, { inPath: true });
  if (access.kind === "public") return readPath();
  if (access.kind === "runner") {
    if (actor.kind !== "runner") throw new AppError("unauthenticated", { key: "runnerToken" });
    return readPath();
  }
  // Routes of tools know who calls by themselves; no operation can be called with a credential of one state.
  if (actor.kind !== "user" || access.kind === "state") throw new AppError("unauthenticated");
  const { user } = actor;
  if (access.kind === "admin" && !user.admin) throw access.refusal === 401 ? notAllowed() : new AppError("forbidden");
  if (access.kind === "projectCreator" && !mayCreateProjects(user)) throw notAllowed();
  const params = readPath();
  if (access.kind === "self" && !user.admin && Whose.safeParse(params).data?.userId !== user.id) {
    throw notAllowed();
  }
  if (access.kind === "project") {
    if (!project) throw new AppError("not_found");
    if (access.permission && !can({ admin: user.admin, permissions: project.permissions }, access.permission))
      throw new AppError("forbidden");
    if (access.adminOnly && !user.admin) throw notAllowed();
  }
  return params;
}

/** Also `can_create_project` of GET /api/user. */
export const mayCreateProjects = (user: { admin: boolean }): boolean =>
  user.admin || settings().nonAdminCanCreateProject;
