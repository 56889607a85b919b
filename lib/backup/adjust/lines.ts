import type { Holder, Spot } from "@/lib/backup/adjust/draft";
import type { Adjustment, ReportLine } from "@/lib/backup/schema/report";
import type { Issue, MessageParams } from "@/lib/operation/errors";
import { storableJson } from "@/lib/protocol/json-text";
import { beginning } from "@/lib/protocol/storable";

/** What was done about an issue. */
export type Done = { how: Adjustment; params?: MessageParams };

const MAX_SHOWN = 200;

/**
 * Fields that never hold a secret. Contents, addresses, branches, arguments, answers and the names of secret variables may,
 * so their values stay unsaid.
 */
const SHOWN = new Set([
  "name",
  "title",
  "meta.name",
  "meta.max_parallel_tasks",
  "type",
  "app",
  "playbook",
  "start_version",
  "timezone",
  "run_at",
  "overlap",
  "active",
  "autorun",
  "position",
  "runner_tag",
  "timeout_seconds",
  "ssh_key",
  "become_key",
  "repository",
  "environment",
  "view",
  "template",
  "build_template",
  "state_of",
  "auth_secret",
  "vault_key",
  "vaults.name",
  "vaults.type",
  "vaults.vault_key",
  "survey_vars.name",
  "survey_vars.title",
  "survey_vars.type",
  "secrets.type",
  "matchers.match_type",
  "matchers.method",
  "matchers.body_data_type",
  "extract_values.body_data_type",
  "extract_values.variable",
]);

/** A word such as @daily, or fields of digits, signs and names of days. */
const CRON = /^(?:@?[a-z]{1,10}|[\d*/,?LW#-]{1,20}(?: +[\dA-Z*/,?#-]{1,20}){1,6})$/i;

/** Fields of few words: what looks otherwise was meant for another field. */
const SHOWN_IF: Readonly<Record<string, RegExp>> = {
  auth_method: /^[a-z][a-z0-9_-]{0,19}$/i,
  "extract_values.value_source": /^[a-z][a-z_-]{0,19}$/i,
  cron: CRON,
  cron_format: CRON,
};

/** In these, `inventory` is the name of one, and no content. */
const NAMES_INVENTORY = new Set(["template", "schedule", "integration"]);

/** Where the node of a workflow names its template. */
export const NODE_TEMPLATE = /^graph\.nodes\.\w+\.template$/;

const isShown = ({ kind, pattern, value }: Spot): boolean =>
  SHOWN.has(pattern) ||
  (pattern === "inventory" && NAMES_INVENTORY.has(kind)) ||
  NODE_TEMPLATE.test(pattern) ||
  (SHOWN_IF[pattern]?.test(String(value)) ?? false);

function shown(spot: Spot): string | null {
  const { value } = spot;
  if (!isShown(spot) || !["string", "number", "boolean"].includes(typeof value)) return null;
  return beginning(String(value), MAX_SHOWN);
}

const fieldOf = ({ path, below }: Spot): string => [...path, ...below].join(".").replace(/\.(\d+)(?=\.|$)/g, "[$1]");

/** The report while it is written: one line for a field, and only one for an object that is left out. */
export class Lines {
  readonly #lines = new Map<Holder, Map<string, ReportLine>>();

  add(
    spot: Spot,
    { key: reason, params: reason_params = {} }: Issue,
    { how: done, params: done_params = {} }: Done,
  ): void {
    const { kind, entry, name } = spot;
    const field = fieldOf(spot);
    const lines = this.#lines.get(entry) ?? new Map<string, ReportLine>();
    const first = lines.get(field);
    const was = first ? first.was : shown(spot);
    lines.set(field, { kind, name: first?.name ?? name, field, was, reason, reason_params, done, done_params });
    this.#lines.set(entry, lines);
  }

  /** The object is gone, so nothing else about it matters. */
  addLeftOut(spot: Spot, issue: Issue): void {
    const first = this.#lines.get(spot.entry)?.values().next().value;
    if (spot.kind !== "project") this.#lines.delete(spot.entry);
    this.add({ ...spot, name: first?.name ?? spot.name }, issue, { how: "object_left_out" });
  }

  /** Whether the entry was made inactive. */
  isInactive(entry: Holder): boolean {
    return [...(this.#lines.get(entry)?.values() ?? [])].some(({ done }) => done === "inactive");
  }

  all(): ReportLine[] {
    const lines = [...this.#lines.values()].flatMap((each) => [...each.values()]);
    // A text inside the file may have held what the report can't.
    return JSON.parse(storableJson(JSON.stringify(lines)));
  }
}
