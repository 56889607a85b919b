import type { Draft, NamingField, Spot } from "@/lib/backup/adjust/draft";
import type { Lines } from "@/lib/backup/adjust/lines";
import { type Entry, isEntry } from "@/lib/backup/rules/kinds";
import type { Issue } from "@/lib/operation/errors";

/** What starts tasks by itself: its list, how it is stopped, and which changes leave what it starts as it was. */
const STARTERS = {
  schedule: { list: "schedules", field: "active", stopped: false, harmless: /^(?:name|overlap)$/ },
  integration: {
    list: "integrations",
    field: "template",
    stopped: null,
    harmless: /^(?:name|aliases|auth_secret|matchers\.name|extract_values\.name)$/,
  },
} as const;
const KINDS = ["schedule", "integration"] as const;
type Place = Pick<Spot, "entry" | "name"> & { kind: (typeof KINDS)[number] };

/** What decides which code a template runs where, for how long and on which hosts. */
const DECISIVE =
  /^(?:app|type|build_template|playbook|arguments|init_arguments|repository|inventory|environments?|git_branch|launch|task_params|vaults|survey_vars\.name|runner_tag|timeout_seconds|allow_parallel_tasks|state_of|graph)(?:\.|$)/;

/** What templates, and what starts them, refer to by name, and what of it does not change what they run. */
const PARTS: Readonly<Partial<Record<Spot["kind"], NamingField>>> = {
  repository: "repository",
  inventory: "inventory",
  environment: "environment",
};
const HARMLESS_IN_PARTS = /^(?:name|ssh_key|become_key|password)$/;

/** What runs otherwise than the file says starts nothing by itself until a person has looked at it. */
export function quiet(draft: Draft, lines: Lines, { kind, pattern, entry, name }: Spot, issue: Issue): void {
  if ((kind === "schedule" || kind === "integration") && !STARTERS[kind].harmless.test(pattern)) {
    stop(lines, { kind, entry, name }, issue);
  }
  if (!isEntry(entry)) return;
  const field = PARTS[kind];
  if (field !== undefined && !HARMLESS_IN_PARTS.test(pattern)) {
    stopUsers(draft, lines, { field, name: entry.name }, issue);
  }
  if (kind === "template" && DECISIVE.test(pattern)) stopTemplate(draft, lines, entry, issue);
}

/** Quiets what lost a field of a later release, which may have kept it from running, or from running elsewhere. */
export function quietWithout(draft: Draft, lines: Lines, spot: Spot, issue: Issue): void {
  if (spot.kind === "template" && isEntry(spot.entry)) stopTemplate(draft, lines, spot.entry, issue);
  else quiet(draft, lines, spot, issue);
}

type Named = { field: NamingField; name: unknown };

function stopUsers(draft: Draft, lines: Lines, { field, name }: Named, issue: Issue): void {
  const inventories = field === "repository" ? draft.users("inventories", field, name) : [];
  for (const inventory of inventories) {
    stopUsers(draft, lines, { field: "inventory", name: inventory.name }, issue);
  }
  for (const template of draft.users("templates", field, name)) stopTemplate(draft, lines, template, issue);
  stopStarters(draft, lines, { field, name }, issue);
}

/** What starts the template, and the workflows that run it. */
function stopTemplate(draft: Draft, lines: Lines, template: Entry, issue: Issue): void {
  const reached = new Set([template]);
  for (const each of reached) {
    stopStarters(draft, lines, { field: "template", name: each.name }, issue);
    stopAutorun(draft, lines, each, issue);
    for (const workflow of draft.users("templates", "template", each.name)) reached.add(workflow);
  }
}

function stopStarters(draft: Draft, lines: Lines, { field, name }: Named, issue: Issue): void {
  for (const kind of KINDS) {
    for (const entry of draft.users(STARTERS[kind].list, field, name)) {
      stop(lines, { kind, entry, name: draft.nameOf(entry) }, issue);
    }
  }
}

function stopAutorun(draft: Draft, lines: Lines, entry: Entry, issue: Issue): void {
  if (entry.type !== "deploy" || !entry.autorun) return;
  const place = { kind: "template", list: "templates", entry, name: draft.nameOf(entry) } as const;
  lines.add({ ...place, ...at("autorun", entry) }, issue, { how: "changed", params: { value: "false" } });
  entry.autorun = false;
}

function stop(lines: Lines, { kind, entry, name }: Place, issue: Issue): void {
  const { list, field, stopped } = STARTERS[kind];
  if (!isEntry(entry) || !entry[field]) return;
  lines.add({ kind, list, entry, name, ...at(field, entry) }, issue, { how: "inactive" });
  entry[field] = stopped;
}

const at = (field: string, entry: Entry) => ({ path: [field], below: [], pattern: field, value: entry[field] });
