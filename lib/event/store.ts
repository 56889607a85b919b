import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias, unionAll } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { isOnPage, newest, type Place, placeInPeriod } from "@/db/newest";
import { onlyRow } from "@/db/only-row";
import { columnsNamed, packed, packedIf } from "@/db/packed";
import { decodingOnce } from "@/db/row-mapper";
import { events } from "@/db/schema/events";
import { projectMembers, projects } from "@/db/schema/projects";
import { users } from "@/db/schema/users";
import { rolesWith } from "@/lib/access/roles";
import type { FeedQuery, ListedEvent } from "@/lib/event/schema";
import { MAX_INT } from "@/lib/operation/id";

/** `before`: only events with smaller ids. */
type Window = { limit: number } & Pick<Place, "before">;

/** `whole`: if nothing is found, the search goes on to the end. */
type Filter = { limit: number } & Pick<FeedQuery, "before" | "user_id" | "since" | "until"> & { whole: boolean };

/** No index knows all that is searched for, so the search ends after so many events: of the period, of the object or of the person. */
const SEARCHED_EVENTS = 10_000;

/** Which objects the events are about; all if left out. */
type About = { object_type?: string; object_id?: number };

/** Newest first; `inDetail` includes addresses and changes. */
export const listProjectEvents = (
  db: Db,
  projectId: number,
  inDetail: boolean,
  { object_type, object_id, ...filter }: Filter & About,
): Promise<ListedEvent[]> => {
  const ofProject = [page.project_id, projectId] as const;
  const read = (values: Parameters<typeof newest>[0], further?: SQL) => {
    const indexed = ({ limit, before }: Window) => {
      const { where, order } = newest(values, page.id, { before });
      return db
        .select({ id: page.id })
        .from(page)
        .where(and(where, further))
        .orderBy(...order)
        .limit(limit);
    };
    return listFiltered(db, filter, indexed, sql`${inDetail}::boolean`);
  };
  if (object_id !== undefined)
    return read(
      [ofProject, [page.object_id, object_id]],
      object_type === undefined ? undefined : eq(page.object_type, object_type),
    );
  if (object_type !== undefined) return read([ofProject, [page.object_type, object_type]]);
  return read(filter.user_id === undefined ? [ofProject] : [[page.user_id, filter.user_id], ofProject]);
};

const page = alias(events, "page");
const searched = alias(events, "searched");

/** The ids of a window of the events that a list is about, newest first. */
type Indexed = (window: Window) => SQLWrapper;

/** Where the search begins. */
const startOf = (db: Db, { before, until, whole }: Filter) =>
  whole ? before : placeInPeriod(db, [], page, { before, until }).before;

async function listFiltered(db: Db, filter: Filter, indexed: Indexed, inDetail: SQL): Promise<ListedEvent[]> {
  const list = await listEvents(db, filtered(db, filter, indexed), inDetail);
  if (list.length > 0 || !filter.whole) return list;
  const looked = indexed({ limit: SEARCHED_EVENTS, before: filter.before });
  const { oldest } = onlyRow(
    await db.execute<{ oldest: number | null }>(sql`select min(id) as oldest from (${looked}) looked`),
  );
  return oldest === null ? list : listFiltered(db, { ...filter, before: oldest }, indexed, inDetail);
}

/** The newest of these events that the filter selects. */
function filtered(db: Db, filter: Filter, indexed: Indexed) {
  const { user_id, since, until, before, limit } = filter;
  const condition = and(
    user_id === undefined ? undefined : eq(searched.user_id, user_id),
    since === undefined ? undefined : gte(searched.created, since),
    until === undefined ? undefined : lt(searched.created, until),
  );
  if (!condition) return indexed({ limit, before });
  return db
    .select({ id: searched.id })
    .from(searched)
    .where(and(isOnPage(searched.id, indexed({ limit: SEARCHED_EVENTS, before: startOf(db, filter) })), condition))
    .orderBy(desc(searched.id))
    .limit(limit);
}

/**
 * Events of the user's projects, in detail where they may manage them. Events without a project concern accounts and
 * servers: only their author and admins see them.
 */
export function listUserEvents(db: Db, user: { id: number; admin: boolean }, filter: Filter): Promise<ListedEvent[]> {
  const managedProjects = db
    .select({ id: projectMembers.project_id })
    .from(projectMembers)
    .where(and(eq(projectMembers.user_id, user.id), inArray(projectMembers.role, MANAGERS)));
  const { user_id } = filter;
  const ofPerson = user_id === undefined ? [] : [[page.user_id, user_id] as const];
  const managed = sql`(${isNull(events.project_id)} or ${inArray(events.project_id, managedProjects)})`;
  const indexed = ({ limit, before }: Window) => {
    const ofProject = [page.project_id, sql`${projectMembers.project_id}`] as const;
    const { where, order } = newest([...ofPerson, ofProject], page.id, { before });
    // The newest of each project, of which then the newest of all are taken.
    const ofOne = db
      .select({ id: page.id })
      .from(page)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .as("of_one");
    const ofProjects = db
      .select({ id: ofOne.id })
      .from(projectMembers)
      .crossJoinLateral(ofOne)
      .where(eq(projectMembers.user_id, user.id));
    const person = user.admin ? user_id : user.id;
    return unionAll(ofProjects, ofNoProject(db, person, { limit, before }))
      .orderBy(sql`id desc`)
      .limit(limit);
  };
  return listFiltered(db, filter, indexed, user.admin ? sql`true` : managed);
}

/** Of one person, or of all. */
function ofNoProject(db: Db, person: number | undefined, { limit, before = MAX_INT }: Window) {
  const isOlder = lt(page.id, before);
  const ofPerson = person === undefined ? undefined : eq(page.user_id, person);
  const order = person === undefined ? [] : [desc(page.user_id), desc(page.project_id)];
  return db
    .select({ id: page.id })
    .from(page)
    .where(and(isNull(page.project_id), ofPerson, isOlder))
    .orderBy(...order, desc(page.id))
    .limit(limit);
}

/** Roles that may manage what most events are about. */
const MANAGERS = rolesWith("manageResources");

/** Left out of those whose details the reader may not see. */
const noDetail: Pick<ListedEvent, "ip" | "changes"> = { ip: undefined, changes: undefined };

/** The account that an event of a team is about; older events do not name it. */
const subject = alias(users, "subject");
const isSubject = and(eq(subject.id, events.object_id), eq(events.object_type, "user"), isNotNull(events.project_id));

const eventRow = packed(
  {
    ...columnsNamed(events, ["id", "user_id", "project_id", "integration_id", "object_id", "object_type"]),
    ...columnsNamed(events, ["action", "part", "description", "created", "object_name"]),
    project_name: projects.name,
    username: users.username,
    user_name: users.name,
    subject_name: subject.name,
    former_name: events.user_name,
    former_username: events.username,
  },
  noDetail,
);
const DETAIL = columnsNamed(events, ["ip", "changes"]);

async function listEvents(db: Db, chosen: SQLWrapper, inDetail: SQL): Promise<ListedEvent[]> {
  const statement = db
    .select({ event: eventRow, detail: packedIf(inDetail, DETAIL) })
    .from(events)
    .leftJoin(projects, eq(projects.id, events.project_id))
    .leftJoin(users, eq(users.id, events.user_id))
    .leftJoin(subject, isSubject)
    .where(isOnPage(events.id, chosen))
    .orderBy(desc(events.id))
    .prepare("events");
  const rows = await decodingOnce(statement).execute();
  return rows.map(({ event: row, detail }) => {
    const event: ListedEvent = row;
    event.object_name ||= row.subject_name ?? "";
    event.user_name ??= row.former_name;
    event.username ??= row.former_username;
    if (!detail) return event;
    event.ip = detail.ip;
    event.changes = detail.changes;
    return event;
  });
}
