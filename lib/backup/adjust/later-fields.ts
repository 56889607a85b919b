import { type Draft, LIST_NAMES } from "@/lib/backup/adjust/draft";
import type { Lines } from "@/lib/backup/adjust/lines";
import { quietWithout } from "@/lib/backup/adjust/quiet";
import type { Entry, ListName } from "@/lib/backup/rules/kinds";
import { ENTRIES } from "@/lib/backup/schema";

/** Lists and values of a file beside the lists of entries. */
const OWN_LISTS = new Set<string>([...LIST_NAMES, "meta", "integration_aliases", "sealed_states", "states_passphrase"]);

/** Fields of files of later releases that a new project makes itself: ids, times and what is blank in every file. */
const WITHOUT_MEANING =
  /(?:^|_)ids?$|^(?:created|tasks|last_task|owner|empty|override_secret|string|ssh|login_password|secret|type|synchronized|effective_timezone|next_run|next_run_at|tpl_name|declares_backend|details|permissions|cron)$/;

/** What such fields may say without deciding what runs. */
const ONLY_FOR_PEOPLE = /^(?:suppress_\w+|\w*alerts?|description|color|icon|position|source_storage_key|storage)$/;

/** Takes fields of later releases by their nearest own field, and reports those that have none. */
export function readLaterFields(draft: Draft, lines: Lines): void {
  for (const schedule of draft.list("schedules")) readSchedule(schedule);
  for (const [name, value] of Object.entries(draft.file)) {
    if (!OWN_LISTS.has(name) && Array.isArray(value)) reportUnknown(draft, lines, name);
  }
  for (const list of LIST_NAMES) {
    for (const [at, entry] of draft.entries(list)) {
      for (const field of unknownFields(list, entry)) reportUnknown(draft, lines, `${list}.${at}.${field}`);
    }
  }
}

const unknownFields = (list: ListName, entry: Entry): string[] =>
  Object.keys(entry).filter((field) => !(field in ENTRIES[list].shape) && !WITHOUT_MEANING.test(field));

const hasMeaning = (value: unknown): boolean =>
  Boolean(value) && (typeof value !== "object" || value === null || Object.values(value).some(hasMeaning));

const UNKNOWN = { path: "", key: "fieldUnknown" } as const;

function reportUnknown(draft: Draft, lines: Lines, path: string): void {
  const spot = draft.at(path);
  if (!spot || !hasMeaning(spot.value)) return;
  lines.add({ ...spot, pattern: "" }, UNKNOWN, { how: "left_out" });
  if (!ONLY_FOR_PEOPLE.test(spot.pattern)) quietWithout(draft, lines, spot, UNKNOWN);
}

/** A single run keeps the cron expression that it had before, and a commit check names its repository otherwise. */
function readSchedule(schedule: Entry): void {
  if (schedule.type === "run_at" && schedule.run_at) schedule.cron_format = "";
  if (schedule.checkable_repository && !schedule.repository) schedule.repository = schedule.checkable_repository;
  delete schedule.checkable_repository;
}
