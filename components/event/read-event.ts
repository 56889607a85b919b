import { stateHref } from "@/components/state/state-summary";
import { taskHref } from "@/components/task/open-task";
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
} as const;

type Sentence = keyof typeof TEXTS;

const isSentence = (key: string): key is Sentence => Object.hasOwn(TEXTS, key);
const SENTENCES = Object.keys(TEXTS).filter(isSentence);

/** An event as a sentence about a thing; null if there is none, so that only its text says what happened. */
export function readEvent(event: ListedEvent): { sentence: Sentence; name: string; href: string | null } | null {
  const sentence = SENTENCES.find((key) => TEXTS[key].test(event.description));
  const name = nameOf(event);
  if (!sentence || (name === null && sentence !== "signedIn")) return null;
  return { sentence, name: name ?? "", href: sentence === "deleted" ? null : hrefOf(event) };
}

const TASK_NAME = /^Task ID \d+ \((.+)\) /;
/** Texts with the name of a thing that is recorded nowhere else. */
const NAMED = /^(?:Access Key|Repository|Inventory|Environment|View|User|Runner|App|Project) (.+) \S+$/;

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
]);

function hrefOf(event: ListedEvent): string | null {
  const { project_id, object_type, object_id } = event;
  if (project_id === null) return null;
  if (object_type === "project") return `/project/${project_id}/history`;
  if (object_id === null) return null;
  if (object_type === "task") return taskHref(project_id, object_id);
  if (object_type === "template") return `/project/${project_id}/templates/${object_id}`;
  if (object_type === "state") return stateHref(project_id, object_id);
  if (object_type === "integration") return `/project/${project_id}/integration/${object_id}`;
  const screen = SCREENS.get(object_type);
  if (!screen) return null;
  const name = nameOf(event);
  const query = name?.startsWith("#") ? "" : `?q=${encodeURIComponent(name ?? "")}`;
  return `/project/${project_id}/${screen}${query}`;
}
