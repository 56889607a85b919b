import { hasPlace, objectHref } from "@/components/shell/object-href";
import { isRole, type Role } from "@/lib/access/roles";
import type { ListedEvent } from "@/lib/event/schema";
import type { EventAction, EventPart } from "@/lib/protocol/event-action";

/** What happened to a part of a thing. */
const OF_PARTS = {
  alias: { created: "aliasCreated", deleted: "aliasDeleted" },
  matcher: { created: "matcherCreated", updated: "matcherUpdated", deleted: "matcherDeleted" },
  value: { created: "valueCreated", updated: "valueUpdated", deleted: "valueDeleted" },
  token: { created: "tokenCreated", deleted: "tokenDeleted" },
} as const satisfies Record<EventPart["type"], Partial<Record<EventAction, string>>>;

type ValuesOf<Of> = Of extends unknown ? Of[keyof Of] : never;
/** The keys of event.sentences. */
type Sentence = EventAction | ValuesOf<ValuesOf<typeof OF_PARTS>> | "memberAddedAs" | "memberLeft" | "roleChangedTo";

/** Sentences about things that no longer exist. */
const WITHOUT_LINK: Sentence[] = ["deleted", "memberRemoved", "memberLeft"];

type ReadEvent = {
  sentence: Sentence;
  name: string;
  href: string | null;
  /** That a change of the team gave; only who may see what changed knows it. */
  role: Role | null;
  /** The name of the part that the sentence is about. */
  part: string;
};

/** An event as a sentence about a thing; null if only its text says what happened. */
export function readEvent(event: ListedEvent): ReadEvent | null {
  const role = roleIn(event);
  const sentence = sentenceOf(event, role);
  if (sentence === null) return null;
  const href = WITHOUT_LINK.includes(sentence) ? null : hrefOf(event);
  return { sentence, name: nameOf(event), href, role, part: event.part?.name ?? "" };
}

/** Beside the action: the role, who removed whom, and the part. */
function sentenceOf({ action, part, user_id, object_id }: ListedEvent, role: Role | null): Sentence | null {
  if (action === null) return null;
  if (part) {
    const ofPart: Partial<Record<EventAction, Sentence>> = OF_PARTS[part.type];
    return ofPart[action] ?? null;
  }
  if (action === "memberAdded" && role) return "memberAddedAs";
  if (action === "roleChanged" && role) return "roleChangedTo";
  return action === "memberRemoved" && user_id === object_id ? "memberLeft" : action;
}

function roleIn({ object_type, changes }: ListedEvent): Role | null {
  const change = object_type === "user" ? changes?.role : undefined;
  const given = change && "to" in change ? change.to : null;
  return typeof given === "string" && isRole(given) ? given : null;
}

function nameOf({ object_type, object_name, object_id }: ListedEvent): string {
  if (object_id === null) return object_name;
  if (object_type === "task") return object_name ? `#${object_id} ${object_name}` : `#${object_id}`;
  return object_name || `#${object_id}`;
}

/** Only administrators see lists of what belongs to no project. */
function hrefOf({ object_type, object_id, object_name, project_id }: ListedEvent): string | null {
  if (project_id === null || object_id === null || !hasPlace(object_type)) return null;
  return objectHref(object_type, { project_id, id: object_id, name: object_name });
}
