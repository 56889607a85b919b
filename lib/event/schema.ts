import { z } from "zod";
import { IdParam, instant, pageQuery, textQuery } from "@/lib/operation/fields";
import { EVENT_ACTIONS, EVENT_PARTS } from "@/lib/protocol/event-action";

/** A list holds no more, even if more are asked for: they would only fill memory on both sides. */
export const MAX_EVENTS = 10_000;

/** One entry of the activity feed. */
const Event = z.object({
  user_id: z.int().nullable(),
  project_id: z.int().nullable(),
  integration_id: z.int().nullable(),
  object_id: z.int().nullable(),
  object_type: z.string(),
  /** What happened; null: only the description says it. */
  action: z.enum(EVENT_ACTIONS).nullable(),
  /** The part of the object that it happened to; null: the whole object. */
  part: z.object({ type: z.enum(EVENT_PARTS), name: z.string() }).nullable(),
  description: z.string(),
  created: z.string(),
  object_name: z.string(),
  project_name: z.string().nullable(),
  /** Login name. */
  username: z.string().nullable(),
  /** The name that screens show. */
  user_name: z.string().nullable(),
});

/** A field's values before and after, or only that it changed. */
export const FieldChange = z.union([
  z.object({ sealed: z.literal(true) }),
  z.object({ from: z.unknown(), to: z.unknown() }),
]);
export type FieldChange = z.infer<typeof FieldChange>;

export const ListedEvent = Event.extend({
  id: z.int(),
  /** The client's address. Like `changes`, only for those who may manage the event's object. */
  ip: z.string().optional(),
  changes: z.record(z.string(), FieldChange).nullable().optional(),
});
export type ListedEvent = z.infer<typeof ListedEvent>;

/** An event as the API returns it. */
export const FeedEvent = ListedEvent.partial({ id: true, action: true, part: true });
export type FeedEvent = z.infer<typeof FeedEvent>;

export const FeedQuery = pageQuery().extend({
  user_id: IdParam.optional().describe("Only events that this user caused"),
  since: instant().optional().describe("Only events of this time or later; with a time zone"),
  until: instant().optional().describe("Only events before this time; with a time zone"),
});
export type FeedQuery = z.output<typeof FeedQuery>;

export const EventQuery = FeedQuery.extend({
  object_type: textQuery(100).optional().describe("Only events of such objects, e.g. template"),
  object_id: IdParam.optional().describe("Only events of the object with this id; with object_type"),
});
