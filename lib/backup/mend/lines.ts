import type { Holder, Spot } from "@/lib/backup/mend/draft";
import type { Mend, ReportLine } from "@/lib/backup/schema/report";
import type { Issue, MessageParams } from "@/lib/operation/errors";

/** What was done about an issue. */
export type Done = { mend: Mend; params?: MessageParams };

const MAX_SHOWN = 200;

/** Fields that never hold a secret. Contents, addresses, arguments and answers may, so their values stay unsaid. */
const SHOWN = new Set([
  "name",
  "title",
  "meta.name",
  "meta.max_parallel_tasks",
  "type",
  "app",
  "playbook",
  "start_version",
  "cron",
  "cron_format",
  "timezone",
  "run_at",
  "overlap",
  "active",
  "position",
  "git_branch",
  "runner_tag",
  "timeout_seconds",
  "ssh_key",
  "become_key",
  "repository",
  "environment",
  "view",
  "template",
  "build_template",
  "auth_method",
  "auth_secret",
  "vault_key",
  "vaults.name",
  "vaults.type",
  "vaults.vault_key",
  "survey_vars.name",
  "survey_vars.title",
  "survey_vars.type",
  "secrets.name",
  "secrets.type",
  "matchers.match_type",
  "matchers.method",
  "matchers.body_data_type",
  "extract_values.value_source",
  "extract_values.body_data_type",
  "extract_values.variable",
]);

/** In these, `inventory` is the name of one, and no content. */
const NAMES_INVENTORY = new Set(["template", "schedule", "integration"]);

const isShown = ({ kind, pattern }: Spot): boolean =>
  SHOWN.has(pattern) || (pattern === "inventory" && NAMES_INVENTORY.has(kind));

function shown(spot: Spot): string | null {
  const { value } = spot;
  if (!isShown(spot) || !["string", "number", "boolean"].includes(typeof value)) return null;
  return String(value).slice(0, MAX_SHOWN);
}

const fieldOf = ({ path, below }: Spot): string => [...path, ...below].join(".").replace(/\.(\d+)(?=\.|$)/g, "[$1]");

/** The report while it is written: one line for a field, and only one for an object that is left out. */
export class Lines {
  readonly #lines = new Map<Holder, Map<string, ReportLine>>();

  add(
    spot: Spot,
    { key: reason, params: reason_params = {} }: Issue,
    { mend: done, params: done_params = {} }: Done,
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
    this.add({ ...spot, name: first?.name ?? spot.name }, issue, { mend: "object_left_out" });
  }

  all(): ReportLine[] {
    return [...this.#lines.values()].flatMap((lines) => [...lines.values()]);
  }
}
