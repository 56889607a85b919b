import type { z } from "zod";
import type { Announcement } from "@/db/announcement";
import { type Database, database } from "@/db/client";
import { sendLast } from "@/db/session";
import type { Access } from "@/lib/access/access";
import { type Actor, type Credentials, identify } from "@/lib/access/actor";
import { admit } from "@/lib/operation/admit";
import { admitAndRead } from "@/lib/operation/admit-and-read";
import { announceAll } from "@/lib/operation/announce";
import type { Context, Operation } from "@/lib/operation/define";
import { toAppError } from "@/lib/operation/errors";
import { ProjectParams } from "@/lib/operation/fields";
import { parse } from "@/lib/operation/parse";
import { recordEvent } from "@/lib/operation/record-event";

export type Caller = {
  credentials: Credentials;
  ip: string;
  userAgent: string;
  signal?: AbortSignal;
  whole?: boolean;
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
): Promise<z.output<O>> =>
  perform(op, caller, { params: rawParams, input: rawInput }, db, (result) => op.output.parse(result));

/** The same with a writer that checks the output while it writes it: parsing a long list first costs as much again. */
export const executeWith = <P extends z.ZodType, I extends z.ZodType, O extends z.ZodType, Reply>(
  op: Operation<Access, P, I, O>,
  caller: Caller,
  rawParams: unknown,
  rawInput: unknown,
  write: (result: z.input<O>) => Reply,
): Promise<Reply> => perform(op, caller, { params: rawParams, input: rawInput }, database(), write);

async function perform<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType, Output>(
  op: Operation<Access, P, I, O>,
  caller: Caller,
  raw: { params: unknown; input: unknown },
  db: Database,
  asOutput: (result: z.input<O>) => Output,
): Promise<Output> {
  try {
    const [{ identity, params }, body] = await admitAndRead(
      async () => {
        const identity = await (caller.identify ?? identify)(db, caller.credentials, projectIdOf(raw.params));
        return { identity, params: admit(op, identity, raw.params) };
      },
      async () => (typeof raw.input === "function" ? await raw.input() : raw.input),
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
      whole: caller.whole ?? false,
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

const userIdOf = (actor: Actor) => (actor.kind === "user" ? actor.user.id : null);

function projectIdOf(rawParams: unknown): number | null {
  const result = ProjectParams.safeParse(rawParams);
  return result.success ? result.data.projectId : null;
}
