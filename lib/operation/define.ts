import type { z } from "zod";
import type { Db } from "@/db/client";
import type { Announcement } from "@/db/notify";
import type { Access } from "@/lib/access/access";
import type { Actor, ProjectScope, RunnerActor, UserActor } from "@/lib/access/actor";
import type { Changes } from "@/lib/operation/changes";

/** Access decides what is known about the caller, so `run` never has to check it again. */
type ActorOf<A extends Access> = A extends { kind: "public" }
  ? Actor
  : A extends { kind: "runner" }
    ? RunnerActor
    : UserActor;
type ProjectOf<A extends Access> = A extends { kind: "project" } ? ProjectScope : null;

export type Context<A extends Access = Access, Params = unknown, Input = unknown> = {
  /** A transaction when all of the operation is one, the pool otherwise. */
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

/** Why an operation that may write adds no line to the activity feed by itself. */
type Unrecorded = { none: string };

/** Typed as a method, as `run` is, so that an operation of one access fits where one of any access is taken. */
type Recorder<Done> = { record(context: Done): EventDraft | null }["record"];

/** Whether it writes, and what the feed learns then. Neither has a default: an unaudited write does not compile. */
type Writing<Done> =
  /** It only reads. */
  | { transaction: "none"; event?: never }
  /** It opens short transactions of its own, and records in them what there is to record. */
  | { transaction: "own"; event: Unrecorded }
  /** All of it is one transaction, its event included. */
  | { transaction: "whole"; event: Recorder<Done> | Unrecorded };

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
  access: A;
  params: P;
  input: I;
  output: O;
  run(context: Context<A, z.output<P>, z.output<I>>): Promise<R>;
} & Writing<Context<A, z.output<P>, z.output<I>> & { result: R }>;

/** Declares an operation. Access, transaction and event have no default: leaving one out does not compile. */
export function operation<
  A extends Access,
  P extends z.ZodType,
  I extends z.ZodType,
  O extends z.ZodType,
  R extends z.input<O>,
>(definition: Operation<A, P, I, O, R>): Operation<A, P, I, O, R> {
  return definition;
}
