import { z } from "zod";
import { member, signedIn } from "@/lib/access/access";
import { Event } from "@/lib/event/schema";
import { listProjectEvents, listUserEvents } from "@/lib/event/store";
import { operation } from "@/lib/operation/define";
import { NoInput, NoParams, ProjectParams } from "@/lib/operation/fields";

/** What "all" means: more would only fill the memory of both sides. */
const ALL = 10_000;
const LAST = 200;

export const listEvents = operation({
  name: "event.list",
  summary: "Activity of the project, newest first",
  effect: "read",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: z.array(Event),
  run: ({ db, project }) => listProjectEvents(db, project.id, ALL),
});

export const listLastEvents = operation({
  name: "event.listLast",
  summary: "The last 200 events of the project",
  effect: "read",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: z.array(Event),
  run: ({ db, project }) => listProjectEvents(db, project.id, LAST),
});

export const listMyEvents = operation({
  name: "event.listMine",
  summary: "Activity of all projects of the caller, newest first",
  effect: "read",
  access: signedIn,
  params: NoParams,
  input: NoInput,
  output: z.array(Event),
  run: ({ db, actor }) => listUserEvents(db, actor.user, ALL),
});

export const listMyLastEvents = operation({
  name: "event.listMineLast",
  summary: "The last 200 events of the caller's projects",
  effect: "read",
  access: signedIn,
  params: NoParams,
  input: NoInput,
  output: z.array(Event),
  run: ({ db, actor }) => listUserEvents(db, actor.user, LAST),
});
