import { z } from "zod";
import { member, signedIn } from "@/lib/access/access";
import { mayIn } from "@/lib/access/actor";
import { EventQuery, FeedQuery, ListedEvent, MAX_EVENTS } from "@/lib/event/schema";
import { listProjectEvents, listUserEvents } from "@/lib/event/store";
import { operation } from "@/lib/operation/define";
import { NoParams, ProjectParams, within } from "@/lib/operation/fields";

const LAST = 200;

export const listEvents = operation({
  name: "event.list",
  summary: "Activity of the project, newest first",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: EventQuery,
  output: z.array(ListedEvent),
  run: ({ db, actor, project, input, whole }) =>
    listProjectEvents(db, project.id, mayIn(actor, project, "manageResources"), {
      whole,
      ...within(MAX_EVENTS, input),
    }),
});

export const listLastEvents = operation({
  name: "event.listLast",
  summary: "The last 200 events of the project",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: EventQuery,
  output: z.array(ListedEvent),
  run: ({ db, actor, project, input, whole }) =>
    listProjectEvents(db, project.id, mayIn(actor, project, "manageResources"), { whole, ...within(LAST, input) }),
});

export const listMyEvents = operation({
  name: "event.listMine",
  summary: "Activity of all projects of the caller, newest first",
  transaction: "none",
  access: signedIn,
  params: NoParams,
  input: FeedQuery,
  output: z.array(ListedEvent),
  run: ({ db, actor, input, whole }) => listUserEvents(db, actor.user, { whole, ...within(MAX_EVENTS, input) }),
});

export const listMyLastEvents = operation({
  name: "event.listMineLast",
  summary: "The last 200 events of the caller's projects",
  transaction: "none",
  access: signedIn,
  params: NoParams,
  input: FeedQuery,
  output: z.array(ListedEvent),
  run: ({ db, actor, input, whole }) => listUserEvents(db, actor.user, { whole, ...within(LAST, input) }),
});
