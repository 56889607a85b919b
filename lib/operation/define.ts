import type { z } from "zod";
import type { Announcement } from "@/db/announcement";
import type { Db } from "@/db/client";
import type { Access } from "@/lib/access/access";
import type { Actor, ProjectScope, RunnerActor, UserActor } from "@/lib/access/actor";
import type { Changes } from "@/lib/operation/changes";
import type { EventAction, EventPart } from "@/lib/protocol/event-action";

/** Access determines what is known about the caller, so `run` need not check it again. */
type ActorOf<A extends Access> = A extends { kind: "public" }
  ? Actor
  : A extends { kind: "runner" }
    ? RunnerActor
    : UserActor;
type ProjectOf<A extends Access> = A extends { kind: "project" } ? ProjectScope : null;

export type Context<A extends Access = Access, Params = unknown, Input = unknown> = {
  /** A transaction if `transaction` is "whole", otherwise the pool. */
  db: Db;
  actor: ActorOf<A>;
  project: ProjectOf<A>;
  params: Params;
  input: Input;
  ip: string;
  userAgent: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** The list is exported: a search that finds nothing goes on to the list's end. */
  whole: boolean;
  /** Sent to every web node after the commit. */
  announce: (announcements: Announcement | readonly Announcement[]) => void;
};

/** One entry of the activity feed, recorded in the transaction of the change. */
export type EventDraft = {
  object_type: string;
  object_id?: number | null;
  object_name?: string;
  project_id?: number | null;
  integration_id?: number | null;
  /** From changesOf; never a secret. */
  changes?: Changes;
} & Happened;

/** `subject`: the object, or its part, in the event's text, which its action completes. */
type Happened =
  | { action: EventAction; subject: string; part?: EventPart }
  | { action?: never; description: string; part?: never };

/** For events of objects that are known by their names; `label` begins their texts. */
export const eventsOf = (object_type: string, label: string) => (id: number, name: string, action: EventAction) => ({
  object_type,
  object_id: id,
  object_name: name,
  subject: `${label} ${name}`,
  action,
});

/** Why an operation that may write records no event itself. */
type Unrecorded = { none: string };

/** Typed as a method, like `run`, so that an operation with a specific access is assignable to one with any access. */
type Recorder<Done> = { record(context: Done): EventDraft | null }["record"];

/** Whether it writes, and which event it records. Neither has a default: an unaudited write does not compile. */
type Writing<Done> =
  /** Only reads. */
  | { transaction: "none"; event?: never }
  /** Opens short transactions of its own and records any events in them. */
  | { transaction: "own"; event: Unrecorded }
  /** Runs in one transaction, including its event. */
  | { transaction: "whole"; event: Recorder<Done> | Unrecorded };

export type Operation<
  A extends Access = Access,
  P extends z.ZodType = z.ZodType,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  R extends z.input<O> = z.input<O>,
> = {
  name: string;
  /** One line for the API documentation. */
  summary: string;
  access: A;
  params: P;
  input: I;
  output: O;
  /**
   * The output as clients of Semaphore know it, if Semaphore's lacks fields and such clients would not skip them: theirs
   * unless they ask for our media type.
   */
  semaphoreOutput?: z.ZodType;
  /** What `semaphoreOutput` is made of, if not of the result itself. */
  forSemaphore?(result: R): unknown;
  run(context: Context<A, z.output<P>, z.output<I>>): Promise<R>;
} & Writing<Context<A, z.output<P>, z.output<I>> & { result: R }>;

export function operation<
  A extends Access,
  P extends z.ZodType,
  I extends z.ZodType,
  O extends z.ZodType,
  R extends z.input<O>,
>(definition: Operation<A, P, I, O, R>): Operation<A, P, I, O, R> {
  return definition;
}
