import type { z } from "zod";
import type { Db } from "@/db/client";
import type { Access } from "@/lib/access/access";
import type { Actor, ProjectScope, RunnerActor, UserActor } from "@/lib/access/actor";
import type { Changes } from "@/lib/operation/changes";
import type { Announcement } from "@/lib/protocol/socket";

/** Access decides what is known about the caller, so `run` never has to check it again. */
type ActorOf<A extends Access> = A["kind"] extends "public"
  ? Actor
  : A["kind"] extends "runner"
    ? RunnerActor
    : UserActor;
type ProjectOf<A extends Access> = A["kind"] extends "project" ? ProjectScope : null;

export type Context<A extends Access = Access, Params = unknown, Input = unknown> = {
  /** A transaction when the operation writes, the pool when it reads. */
  db: Db;
  actor: ActorOf<A>;
  project: ProjectOf<A>;
  params: Params;
  input: Input;
  ip: string;
  userAgent: string;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
  /** Told to every web node after the commit. */
  announce: (announcement: Announcement) => void;
};

/** One line of the activity feed, recorded in the transaction of the change. */
export type EventDraft = {
  object_type: string;
  object_id?: number | null;
  object_name?: string;
  description: string;
  project_id?: number | null;
  integration_id?: number | null;
  /** Made by changesOf; never a secret. */
  changes?: Changes;
};

export type Operation<
  A extends Access = Access,
  P extends z.ZodType = z.ZodType,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  R extends z.input<O> = z.input<O>,
> = {
  /** `noun.verb`, unique. */
  name: string;
  /** One line for the API's documentation. */
  summary: string;
  /** A write runs inside a transaction. A read runs outside; so does what opens short transactions of its own. */
  effect: "read" | "write";
  access: A;
  params: P;
  input: I;
  output: O;
  run(context: Context<A, z.output<P>, z.output<I>>): Promise<R>;
  event?(context: Context<A, z.output<P>, z.output<I>> & { result: R }): EventDraft | null;
};

/** Declares an operation. There is no default access: leaving it out does not compile. */
export function operation<
  A extends Access,
  P extends z.ZodType,
  I extends z.ZodType,
  O extends z.ZodType,
  R extends z.input<O>,
>(definition: Operation<A, P, I, O, R>): Operation<A, P, I, O, R> {
  return definition;
}
