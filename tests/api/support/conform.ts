import { desc, gt } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { events } from "@/db/schema/events";
import { ACCEPT, OWN_TYPE } from "@/lib/operation/media-type";
import { FORBIDDEN, PEOPLE, type Person, type Visitor } from "../../support/world";
import type { Shape } from "./shape";
import type { Place, Reply, Site } from "./site";

/** Values for the parameters of a path. */
export type Ids = Record<string, number | string>;

const OUTSIDE = { anonymous: 401, stranger: 404 };
const NOT_OF = (status: number) => ({
  anonymous: 401,
  ...Object.fromEntries(PEOPLE.filter((name) => name !== "admin").map((name) => [name, status])),
});
/** The status for each rejected caller; all others succeed. */
const REFUSED = {
  public: {},
  user: { anonymous: 401 },
  admin: NOT_OF(403),
  adminElse401: NOT_OF(401),
  member: OUTSIDE,
  runTasks: { ...OUTSIDE, guest: 403 },
  manageResources: { ...OUTSIDE, guest: 403, task_runner: 403 },
  updateProject: { ...OUTSIDE, guest: 403, task_runner: 403, manager: 403 },
  manageUsers: { ...OUTSIDE, guest: 403, task_runner: 403, manager: 403 },
  leave: { ...OUTSIDE, admin: 404, owner: 400 },
  manageResourcesAsAdmin: { ...OUTSIDE, guest: 403, task_runner: 403, manager: 401, owner: 401 },
} as const satisfies Record<string, Partial<Record<Visitor, number>>>;

/** Replaces (text) or is merged into (object) the valid body; the error's text ("": no body); the status, default 400. */
export type Bad = readonly [send: object | string, error: string, status?: number];
/** `user` null or a name: the event is not the caller's own. */
type EventLine = readonly [object_type: string, object_id: number | null, description: string, user?: Person | null];

/** A request that Semaphore answers otherwise, or that our own screens would not send. The first four are words. */
type Difference = {
  request: string;
  peer: string;
  ours: string;
  why: string;
  /** Merged into the route's valid body. Without it, the difference is only described here and tested elsewhere. */
  send?: (place: Place, ids: Ids) => object | Promise<object>;
  status?: number;
  /** What the reply contains in our own form. */
  reply?: object;
  /** What it warns of in its header. */
  warns?: string;
  after?: (place: Place, reply: unknown) => Promise<void>;
};

export type RouteCase = {
  /** `POST /project/{projectId}/keys`, as in the API description. */
  route: string;
  access: keyof typeof REFUSED;
  /** The caller where only one is needed: by default the owner, or the administrator if required. */
  as?: Person;
  /** Creates what further parameters of the path refer to, in the given project. */
  target?: (place: Place) => Promise<Ids>;
  body?: (place: Place, ids: Ids) => object | Promise<object>;
  headers?: (ids: Ids) => Record<string, string>;
  /** A success can't be repeated for the same target. */
  usesUp?: true;
  /** Status of a success. */
  status: number;
  /** Shape of the JSON body, or the text. Without it the body is empty. */
  reply?: Shape;
  /** Shape of the JSON body for clients that ask for our media type, if it differs. */
  own?: Shape;
  /** Content type if not JSON; null if there is no body. */
  type?: string | null;
  /** Effects of a success: the event, and other visible changes. */
  event?: (ids: Ids, reply: Reply, place: Place) => EventLine | readonly EventLine[];
  after?: (place: Place, ids: Ids, reply: Reply) => Promise<void> | void;
  /** The names in the body are data, such as ids. */
  bodyIsMap?: true;
  /** A success lists the fields that it did not understand. */
  reportsUnknown?: true;
  /** Fields whose members have names of the user's choice. */
  named?: readonly string[];
  /** It also accepts bodies that are not JSON. */
  anyBody?: true;
  /** It accepts bodies of 20 MB. */
  takesMore?: true;
  /** It records what it refuses with this status. */
  records?: number;
  bad?: (place: Place, ids: Ids) => Bad[] | Promise<Bad[]>;
  /** Where Semaphore answers otherwise, and what we accept only from its clients; docs/compatibility.md lists them. */
  differs?: readonly Difference[];
  /** Parameters that are not numeric ids, or that may refer to nothing. */
  loose?: readonly string[];
};

const UNKNOWN = 2_147_483_647;
const NO_IDS = ["x", "2147483648"];

/** Tests one family of paths: replies, callers, ids, invalid input and effects of every route, in its own project. */
export function conforms(family: string, site: Site, cases: readonly RouteCase[]): void {
  describe(family, () => {
    let place: Place;
    beforeAll(async () => {
      place = await site.newPlace(family);
    });
    describe.each(cases)("$route", (route) => {
      test("responds, with its effects", () => answers(place, route));
      if (route.own) test("returns more to clients that ask for our own fields", () => answersInFull(place, route));
      test("admits the right callers, with a trailing slash too", () => admits(place, route));
      if (namesOf(route).length > 0) test("rejects ids of other projects", () => findsOnlyItsOwn(place, route));
      for (const difference of (route.differs ?? []).filter(({ send }) => send))
        test(`differs from Semaphore: ${difference.request}`, () => answersAsNoted(place, route, difference));
      if (route.body && !route.bodyIsMap) test("ignores unknown fields", () => ignoresUnknown(place, route));
      if (route.body) test("rejects invalid input and stores nothing of it", () => refuses(place, route));
    });
  });
}

export const methodOf = ({ route }: RouteCase) => route.split(" ", 1)[0] ?? "";
const isRead = (route: RouteCase) => methodOf(route) === "GET";
const namesOf = ({ route, loose = [] }: RouteCase) =>
  [...route.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).filter((name) => !loose.includes(name));

/** A caller with permission who is not an administrator, if possible. */
export const callerOf = ({ access, as }: RouteCase): Person => as ?? (/admin/i.test(access) ? "admin" : "owner");

const pathOf = ({ route }: RouteCase, place: Place, ids: Ids) =>
  (route.split(" ")[1] ?? "").replace(/\{(\w+)\}/g, (_, name: string) =>
    String(ids[name] ?? (name === "projectId" ? place.projectId : name)),
  );

export async function targetOf(
  route: RouteCase,
  place: Place,
): Promise<{ ids: Ids; path: string; body: object | undefined }> {
  const ids = (await route.target?.(place)) ?? {};
  return { ids, path: pathOf(route, place, ids), body: await route.body?.(place, ids) };
}

async function answers(place: Place, route: RouteCase): Promise<void> {
  const { site } = place;
  const { ids, path, body } = await targetOf(route, place);
  const { id: last } = await lastEvent(site);
  const reply = await site.call(callerOf(route), methodOf(route), path, { body });
  expect({ status: reply.status, problems: route.reply?.(reply.body ?? reply.text) ?? reply.text }).toEqual({
    status: route.status,
    problems: route.reply ? [] : "",
  });
  expect(reply.headers.get("content-type")).toBe(route.type === undefined ? "application/json" : route.type);
  expect(reply.headers.get("cache-control")).toBe("no-store");
  expect(reply.headers.get("vary")).toBe(route.own ? "Accept" : null);
  expect(site.offences.splice(0)).toEqual([]);
  if (isRead(route)) await headIsAlike(site, route, path, reply);
  const lines = linesOf(route.event?.(ids, reply, place) ?? []);
  expect(await eventsAfter(site, last)).toEqual(lines.map((line) => rowOf(line, callerOf(route), site)));
  await route.after?.(place, ids, reply);
}

async function answersInFull(place: Place, route: RouteCase): Promise<void> {
  const { site } = place;
  const { path, body } = await targetOf(route, place);
  const reply = await site.call(callerOf(route), methodOf(route), path, { body, headers: { accept: ACCEPT } });
  expect(route.own?.(reply.body)).toEqual([]);
  expect(reply.headers.get("content-type")).toBe(OWN_TYPE);
  expect(reply.headers.get("vary")).toBe("Accept");
  expect(site.offences.splice(0)).toEqual([]);
}

/** Sends the request of a note, and fails unless our answer is the noted one. */
async function answersAsNoted(place: Place, route: RouteCase, difference: Difference): Promise<void> {
  const { send, status = route.status, reply, warns, after } = difference;
  const { ids, path, body } = await targetOf(route, place);
  const sent = { body: { ...body, ...(await send?.(place, ids)) }, headers: { accept: ACCEPT } };
  const answer = await place.site.call(callerOf(route), methodOf(route), path, sent);
  expect({ status: answer.status, text: answer.status === status ? "" : answer.text }).toEqual({ status, text: "" });
  if (reply) expect(answer.body).toMatchObject(reply);
  if (warns !== undefined) expect(answer.headers.get("x-signalbox-warnings")).toBe(warns || null);
  await after?.(place, answer.body);
  expect(place.site.offences.splice(0)).toEqual([]);
}

async function headIsAlike(site: Site, route: RouteCase, path: string, { status, headers }: Reply): Promise<void> {
  const head = await site.call(callerOf(route), "HEAD", path);
  const names = ["content-type", "cache-control", "vary"];
  expect({ status: head.status, text: head.text, headers: names.map((name) => head.headers.get(name)) }).toEqual({
    status,
    text: "",
    headers: names.map((name) => headers.get(name)),
  });
}

async function lastEvent({ w }: Site): Promise<{ id: number }> {
  const [row] = await w.db.select({ id: events.id }).from(events).orderBy(desc(events.id)).limit(1);
  return row ?? { id: 0 };
}

const eventsAfter = ({ w }: Site, id: number) =>
  w.db
    .select({
      user_id: events.user_id,
      object_type: events.object_type,
      object_id: events.object_id,
      description: events.description,
    })
    .from(events)
    .where(gt(events.id, id))
    .orderBy(events.id);

const linesOf = (given: EventLine | readonly EventLine[]): readonly EventLine[] =>
  typeof given[0] === "string" ? [given as EventLine] : (given as readonly EventLine[]);

const rowOf = ([object_type, object_id, description, user]: EventLine, caller: Person, { w }: Site) => ({
  user_id: user === null ? null : w.userIds[user ?? caller],
  object_type,
  object_id,
  description,
});

/** Signed-in callers get the reason: Semaphore uses 401 for some administrator-only requests. */
const SAYS: Record<number, string | null> = { 401: FORBIDDEN.error, [FORBIDDEN.status]: FORBIDDEN.error };

async function admits(place: Place, route: RouteCase): Promise<void> {
  const { site } = place;
  const refused: Partial<Record<Visitor, number>> = REFUSED[route.access];
  const found: Partial<Record<Visitor, number | string>> = {};
  const expected: typeof found = {};
  let target = await targetOf(route, place);
  const before = await site.writes();
  const visitors: Visitor[] = ["anonymous", ...PEOPLE];
  for (const as of visitors.filter((visitor) => refused[visitor])) {
    const { status, text } = await site.call(as, methodOf(route), `${target.path}/`, { body: target.body });
    // Beside the error, a route may name its texts for our own forms.
    found[as] = text === "" || status === 400 ? status : `${status} ${errorOf(JSON.parse(text))}`;
    const says = as === "anonymous" ? undefined : SAYS[refused[as] ?? 0];
    expected[as] = says ? `${refused[as]} ${says}` : refused[as];
  }
  expect(await site.writes()).toBe(before);
  for (const as of visitors.filter((visitor) => !refused[visitor])) {
    const { status, text } = await site.call(as, methodOf(route), `${target.path}/`, { body: target.body });
    found[as] = status === route.status ? status : `${status} ${text}`;
    expected[as] = route.status;
    if (!isRead(route)) target = await targetOf(route, place);
  }
  expect(found).toEqual(expected);
  expect(site.offences.splice(0)).toEqual([]);
}

/** Another project's id, an unused id, and an invalid id. */
async function findsOnlyItsOwn(place: Place, route: RouteCase): Promise<void> {
  const { site, elsewhere } = place;
  if (!elsewhere) throw new Error("needs another project");
  const { ids } = await targetOf(route, place);
  const foreign = (await route.target?.(elsewhere)) ?? {};
  const before = await site.writes();
  const found: Record<string, number> = {};
  const expected: Record<string, number> = {};
  const send = async (name: string, id: number | string, status: number) => {
    const others = { ...ids, [name]: id };
    const path = pathOf(route, place, others);
    const body = await route.body?.(place, others);
    const reply = await site.call(callerOf(route), methodOf(route), path, { body });
    found[path] = reply.status;
    expected[path] = status;
  };
  for (const name of namesOf(route)) {
    const other = name === "projectId" ? elsewhere.projectId : foreign[name];
    const isForeign = other !== undefined && other !== ids[name] && callerOf(route) !== "admin";
    if (isForeign) await send(name, other, 404);
    await send(name, UNKNOWN, 404);
    for (const id of NO_IDS) await send(name, id, 400);
  }
  expect(found).toEqual(expected);
  expect(await site.writes()).toBe(before);
  expect(site.offences.splice(0)).toEqual([]);
}

async function refuses(place: Place, route: RouteCase): Promise<void> {
  const { site } = place;
  const { ids, path, body } = await targetOf(route, place);
  const notJson: Bad[] = route.anyBody ? [] : [["{not json", "Request body is not valid JSON"]];
  const list = [...notJson, ...((await route.bad?.(place, ids)) ?? [])];
  const before = await site.writes();
  const found: unknown[] = [];
  for (const [send] of list) {
    const sent = typeof send === "string" ? send : { ...body, ...send };
    const { status, text, body: answer } = await site.call(callerOf(route), methodOf(route), path, { body: sent });
    found.push([send, errorOf(answer) ?? text, status]);
  }
  expect(found).toEqual(list.map(([send, error, status = 400]) => [send, error, status]));
  expect(await site.writes()).toBe(before);
  expect(site.offences.splice(0)).toEqual([]);
}

/** An object with another field in it and in every object below, except in those of `named`, whose members are checked. */
function withUnknown(value: unknown, named: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => withUnknown(item, named));
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).map(([name, inner]) => [
    name,
    named.includes(name) ? inner : withUnknown(inner, named),
  ]);
  return { ...Object.fromEntries(fields), of_later_release: { on: true, list: ["x", 1, null] } };
}

async function ignoresUnknown(place: Place, route: RouteCase): Promise<void> {
  const { site } = place;
  const { ids, path, body } = await targetOf(route, place);
  const reply = await site.call(callerOf(route), methodOf(route), path, { body: withUnknown(body, route.named) });
  expect({ status: reply.status, text: reply.text }).toEqual({
    status: route.status,
    text: route.reportsUnknown ? expect.any(String) : expect.not.stringContaining("of_later_release"),
  });
  expect(site.offences.splice(0)).toEqual([]);
  await route.after?.(place, ids, reply);
}

const errorOf = (body: unknown): string | undefined => (body as { error?: string } | null)?.error;
