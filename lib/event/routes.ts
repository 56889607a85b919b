import { z } from "zod";
import type { Access } from "@/lib/access/access";
import { FeedEvent, type ListedEvent, MAX_EVENTS } from "@/lib/event/schema";
import type { Operation } from "@/lib/operation/define";
import { endpoint } from "@/lib/operation/endpoint";
import { limitQuery } from "@/lib/operation/fields";
import { bodyReply } from "@/lib/operation/http/reply";
import { toJson } from "@/lib/operation/json-writer";

const FeedEvents = z.array(FeedEvent);

/** Events as clients expect them; a full page has a `Link` header to the next one. */
export const eventFeed = <P extends z.ZodType, I extends z.ZodType>(
  op: Operation<Access, P, I, z.ZodArray<typeof ListedEvent>>,
) =>
  endpoint(op, {
    reply: {
      description: "Success",
      schema: FeedEvents,
      headers: { Link: 'The address of the next page, as `rel="next"`, if this one is full' },
    },
    asRow: asFeedEvent,
    write: (events, { url }) =>
      bodyReply(toJson(FeedEvents, events.map(asFeedEvent)), 200, linkToNext(events, new URL(url))),
  });

/** Readers without access to details get only the fields Semaphore's API has. */
const asFeedEvent = <Of extends { ip?: unknown }>(event: Of) =>
  event.ip === undefined ? { ...event, id: undefined, action: undefined, part: undefined } : event;

function linkToNext(events: readonly ListedEvent[], { pathname, searchParams }: URL): Record<string, string> {
  const last = events.at(-1);
  const limit = limitQuery(MAX_EVENTS).parse(searchParams.get("limit")) ?? MAX_EVENTS;
  if (!last || events.length !== limit) return {};
  const query = new URLSearchParams(searchParams);
  query.set("before", String(last.id));
  return { link: `<${pathname}?${query}>; rel="next"` };
}
