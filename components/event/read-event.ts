import { stateHref } from "@/components/state/state-summary";
import { taskHref } from "@/components/task/open-task";
import { templateHref } from "@/components/template/template-href";
import { isRole, type Role } from "@/lib/access/roles";
import type { ListedEvent } from "@/lib/event/schema";

/** What the text of an event says; the keys are messages of event.sentences. */
const TEXTS = {
  created: /created$/,
  updated: /updated$/,
  deleted: /deleted$/,
  switchedOn: /switched on$/,
  switchedOff: /switched off$/,
  queued: /queued for running$/,
  running: /is running$/,
  succeeded: /finished - SUCCESS$/,
  failed: /finished - ERROR$/,
  stopped: /finished - STOPPED$/,
  stopping: /^Task ID \d+ is being (?:force )?stopped$/,
  confirmed: /confirmed$/,
  rejected: /rejected$/,
  signedIn: /^Signed in$/,
  memberAdded: /^User ID \d+ added to team$/,
  memberRemoved: /^User ID \d+ removed from team$/,
  roleChanged: /^Changed role for User ID \d+$/,
} as const;

type Text = keyof typeof TEXTS;
type Sentence = Text | "memberAddedAs" | "memberLeft" | "roleChangedTo";

const isText = (key: string): key is Text => Object.hasOwn(TEXTS, key);
const TEXT_KEYS = Object.keys(TEXTS).filter(isText);
/** Sentences about things that no longer exist. */
const WITHOUT_LINK: Sentence[] = ["deleted", "memberRemoved", "memberLeft"];

type ReadEvent = {
  sentence: Sentence;
  name: string;
  href: string | null;
  /** That a change of the team gave; only who may see what changed knows it. */
  role: Role | null;
};

/** An event as a sentence about a thing; null if there is none, so that only its text says what happened. */
export function readEvent(event: ListedEvent): ReadEvent | null {
  if (OF_A_PART.test(event.description)) return null;
  const text = TEXT_KEYS.find((key) => TEXTS[key].test(event.description));
  const name = nameOf(event);
  if (!text || (name === null && text !== "signedIn")) return null;
  const role = roleIn(event);
  const sentence = sentenceOf(text, event, role);
  return { sentence, name: name ?? "", href: WITHOUT_LINK.includes(sentence) ? null : hrefOf(event), role };
}

/** What the text alone does not say: the role, and who removed whom. */
function sentenceOf(text: Text, { user_id, object_id }: ListedEvent, role: Role | null): Sentence {
  if (text === "memberAdded" && role) return "memberAddedAs";
  if (text === "roleChanged" && role) return "roleChangedTo";
  return text === "memberRemoved" && user_id === object_id ? "memberLeft" : text;
}

function roleIn({ object_type, changes }: ListedEvent): Role | null {
  const change = object_type === "user" ? changes?.role : undefined;
  const given = change && "to" in change ? change.to : null;
  return typeof given === "string" && isRole(given) ? given : null;
}

const TASK_NAME = /^Task ID \d+ \((.+)\) /;
/** Texts with the name of a thing that is recorded nowhere else. */
const NAMED =
  /^(?:Access Key|Repository|Inventory|Environment|View|User(?! ID \d+ )|Runner|App|Integration|Project) (.+) \S+$/;
/** Texts about a part of the thing that the event is recorded for. */
const OF_A_PART = /^(?:Token|Integration (?:Matcher|Extract Value)) /;

function nameOf({ object_type, object_name, object_id, description, project_name }: ListedEvent): string | null {
  if (object_type === "task") {
    const name = object_name || TASK_NAME.exec(description)?.[1];
    return name ? `#${object_id} ${name}` : `#${object_id}`;
  }
  const name = object_name || NAMED.exec(description)?.[1] || (object_type === "project" ? project_name : null);
  return name ?? (object_id === null ? null : `#${object_id}`);
}

/** Screens that list things of a kind, below their project. */
const SCREENS = new Map([
  ["key", "keys"],
  ["repository", "repositories"],
  ["inventory", "inventory"],
  ["environment", "environment"],
  ["schedule", "schedule"],
  ["runner", "runners"],
  ["user", "team"],
]);

function hrefOf(event: ListedEvent): string | null {
  const { project_id, object_type, object_id } = event;
  if (project_id === null) return null;
  if (object_type === "project") return `/project/${project_id}/history`;
  if (object_id === null) return null;
  if (object_type === "task") return taskHref(project_id, object_id);
  if (object_type === "template") return templateHref(project_id, object_id);
  if (object_type === "state") return stateHref(project_id, object_id);
  if (object_type === "integration") return `/project/${project_id}/integration/${object_id}`;
  const screen = SCREENS.get(object_type);
  if (!screen) return null;
  const name = nameOf(event);
  const query = name?.startsWith("#") ? "" : `?q=${encodeURIComponent(name ?? "")}`;
  return `/project/${project_id}/${screen}${query}`;
}
