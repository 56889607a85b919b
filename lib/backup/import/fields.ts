import { createHash } from "node:crypto";
import type { FieldHashes } from "@/db/schema/import-origins";
import type { PartList } from "@/lib/backup/restore/entries";

type Fields = Readonly<Record<string, unknown>>;

/** The fields that an import compares and takes, each by itself or, where one means nothing without others, together. */
const GROUPS: Record<PartList, Record<string, readonly string[]>> = {
  keys: alone("name", "type"),
  repositories: alone("name", "git_url", "git_branch", "ssh_key_id"),
  inventories: alone("name", "type", "inventory", "ssh_key_id", "become_key_id", "repository_id"),
  environments: alone("name", "json", "env", "secrets"),
  views: alone("title", "position"),
  templates: {
    ...alone("name", "description", "app", "playbook", "inventory_id", "repository_id", "view_id", "arguments"),
    ...alone("init_arguments", "stack", "autorun", "git_branch", "survey_vars", "vaults", "suppress_success_alerts"),
    ...alone("allow_parallel_tasks", "runner_tag", "timeout_seconds", "labels", "always_ask", "graph"),
    type: ["type", "build_template_id", "start_version"],
    environments: ["environment_id", "environment_ids"],
    options: ["launch", "allow_override_args_in_task", "allow_override_branch_in_task", "task_params", "auto_approve"],
  },
  schedules: {
    ...alone("name", "template_id", "repository_id", "overlap", "mode", "task_params", "active"),
    timing: ["cron_format", "timezone", "run_at"],
  },
  integrations: {
    ...alone("name", "template_id", "searchable", "accept_get", "task_params", "matchers", "extract_values", "aliases"),
    auth: ["auth_method", "auth_secret_id", "auth_header"],
  },
};

function alone(...fields: string[]): Record<string, readonly string[]> {
  return Object.fromEntries(fields.map((field) => [field, [field]]));
}

/** Parts of an object by what they say: their ids, and those of secrets that have no values in a file, differ. */
const PART_IDS = new Set(["id", "project_id", "integration_id", "operation", "secret", "index"]);
const PARTS = new Set(["vaults", "secrets", "matchers", "extract_values"]);

/** Equal for fields that mean the same to this version of the product. */
export function hashesOf(list: PartList, object: Fields): FieldHashes {
  return Object.fromEntries(
    Object.entries(GROUPS[list]).map(([group, fields]) => [group, hashOf(fields.map((field) => read(field, object)))]),
  );
}

export const hashOf = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(sorted(value)))
    .digest("base64url");

function read(field: string, object: Fields): unknown {
  const value = object[field];
  if (!PARTS.has(field) || !Array.isArray(value)) return value;
  const ignored = field === "vaults" ? new Set([...PART_IDS, "template_id"]) : PART_IDS;
  const parts = value.map((part: object) => Object.entries(part).filter(([name]) => !ignored.has(name)));
  const plain = parts.map((part) => sorted(Object.fromEntries(field === "vaults" ? part.map(lowerCaseName) : part)));
  return field === "secrets" ? plain.map((part) => JSON.stringify(part)).sort() : plain;
}

/** Earlier versions took the names of vaults in lower case, and remember them so. */
const lowerCaseName = ([name, value]: [string, unknown]): [string, unknown] => [
  name,
  name === "name" && typeof value === "string" ? value.toLowerCase() : value,
];

/** With keys in order and without fields that are absent in one way or another. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value ?? null;
  const there = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null);
  return Object.fromEntries(there.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, sorted(inner)]));
}

/** The object with the fields of some groups taken from the source. */
export function withGroups(list: PartList, ours: Fields, theirs: Fields, groups: readonly string[]): Fields {
  const fields = new Set(groups.flatMap((group) => GROUPS[list][group] ?? []));
  const kept = Object.entries(ours).filter(([field]) => !fields.has(field));
  const taken = Object.entries(theirs).filter(([field]) => fields.has(field));
  return Object.fromEntries([...kept, ...taken]);
}

/** What an import does about the fields of an object that it knows. */
export type Difference = {
  /** Changed at the source only. */
  changed: string[];
  /** Changed at the source and here: as it is here. */
  kept: string[];
  /** The same at the source and here, however it came to that. */
  equal: string[];
};

type Known = { taken: FieldHashes; stored: FieldHashes };

export function differenceOf(theirs: FieldHashes, ours: FieldHashes, known: Known, overwrite: boolean): Difference {
  const difference: Difference = { changed: [], kept: [], equal: [] };
  for (const [group, hash] of Object.entries(theirs)) {
    const before = known.taken[group];
    if (hash === ours[group] || before === undefined) difference.equal.push(group);
    else if (hash === before) continue;
    else if (overwrite || ours[group] === known.stored[group]) difference.changed.push(group);
    else difference.kept.push(group);
  }
  return difference;
}
