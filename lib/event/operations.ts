import { z } from "zod";
import { member, signedIn } from "@/lib/access/access";
import type { ProjectScope, UserActor } from "@/lib/access/actor";
import { can } from "@/lib/access/roles";
import { EventQuery, ListedEvent } from "@/lib/event/schema";
import { listProjectEvents, listUserEvents } from "@/lib/event/store";
import { operation } from "@/lib/operation/define";
import { NoParams, type Page, ProjectParams, pageQuery } from "@/lib/operation/fields";

/** Limit for "all"; more would only fill memory on both sides. */
const ALL = 10_000;
const LAST = 200;

const within = <Query extends Page>(most: number, { limit = most, ...query }: Query) => ({
  ...query,
  limit: Math.min(limit, most),
});

const seesDetail = ({ user }: UserActor, { permissions }: ProjectScope): boolean =>
  can({ admin: user.admin, permissions }, "manageResources");

export const listEvents = operation({
  name: "event.list",
  summary: "Activity of the project, newest first",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: EventQuery,
  output: z.array(ListedEvent),
  run: ({ db, actor, project, input }) =>
    listProjectEvents(db, project.id, seesDetail(actor, project), within(ALL, input)),
});

export const listLastEvents = operation({
  name: "event.listLast",
  summary: "The last 200 events of the project",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: EventQuery,
  output: z.array(ListedEvent),
  run: ({ db, actor, project, input }) =>
    listProjectEvents(db, project.id, seesDetail(actor, project), within(LAST, input)),
});

export const listMyEvents = operation({
  name: "event.listMine",
  summary: "Activity of all projects of the caller, newest first",
  transaction: "none",
  access: signedIn,
  params: NoParams,
  input: pageQuery(),
  output: z.array(ListedEvent),
  run: ({ db, actor, input }) => listUserEvents(db, actor.user, within(ALL, input)),
});

export const listMyLastEvents = operation({
  name: "event.listMineLast",
  summary: "The last 200 events of the caller's projects",
  transaction: "none",
  access: signedIn,
  params: NoParams,
  input: pageQuery(),
  output: z.array(ListedEvent),
  run: ({ db, actor, input }) => listUserEvents(db, actor.user, within(LAST, input)),
});
