import type { CommitInfo } from "@/lib/protocol/commits";
import type { Results } from "@/lib/task/compare/results";
import type { Run } from "@/lib/task/compare/run";
import { FIELD_SECTIONS, type Suspect, type TaskComparison } from "@/lib/task/schema/compare";

const MAX_SUSPECTS = 6;
const MAX_COMMITS = 3;
const MAX_NAMES = 3;

type Compared = Pick<TaskComparison, "fields" | "commits" | "hosts"> & { before: Run; after: Run; results: Results };
type Ranked = Suspect & { rank: number };

/** What may explain why a run failed that did not before, the likeliest first; none for a run that did not fail. */
export function findSuspects(compared: Compared): Suspect[] {
  if (compared.after.status !== "error" || compared.before.status === "error") return [];
  const all = [
    ...commitSuspects(compared),
    ...hostSuspects(compared),
    ...fieldSuspects(compared),
    ...runnerSuspect(compared),
  ];
  return all
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MAX_SUSPECTS)
    .map(({ rank: _, ...suspect }) => suspect);
}

const suspect = (kind: Suspect["kind"], names: readonly string[], rank: number): Ranked => ({
  kind,
  rank,
  hash: "",
  subject: "",
  names: names.slice(0, MAX_NAMES),
  more: Math.max(0, names.length - MAX_NAMES),
});

/** A commit that changed the file whose step failed explains more than any other. */
function commitSuspects({ commits, results }: Compared): Ranked[] {
  const touches = ({ paths }: CommitInfo) => paths.some((path) => results.failedFiles.includes(path));
  const ranked = commits.added.map((commit) => {
    const { hash, subject, paths, files } = commit;
    const names = foldersOf(paths);
    const found = suspect("commit", names, touches(commit) ? 5 : 3);
    return { ...found, hash, subject, more: found.more + files - paths.length };
  });
  return ranked.sort((a, b) => b.rank - a.rank).slice(0, MAX_COMMITS);
}

/** `roles/web` says more than the names of its ten files. */
function foldersOf(paths: readonly string[]): string[] {
  if (paths.length <= MAX_NAMES) return [...paths];
  return [...new Set(paths.map((path) => path.split("/").slice(0, 2).join("/")))];
}

/** Hosts that are new in the run; if only they failed, they explain it. */
function hostSuspects({ hosts, fields }: Compared): Ranked[] {
  const gained = (hosts?.list ?? []).filter(({ before }) => before === null);
  if (gained.length === 0) return [];
  const failed = (hosts?.list ?? []).filter(({ step, after }) => step !== "" || after === "unreachable");
  const isCause = failed.length > 0 && failed.every(({ before }) => before === null);
  const isInventory = fields.some(({ section }) => section === "inventory");
  const names = gained.map(({ host }) => host);
  return [suspect(isInventory ? "inventory_gained" : "hosts_gained", names, isCause ? 5 : 2.5)];
}

/** What people change most comes first; a field that the failure names, before all others. */
const RANKS = { inventory: 2.4, environment: 2.3, parameters: 2.2, template: 2.1, repository: 2 } as const;

function fieldSuspects({ fields, hosts, after }: Compared): Ranked[] {
  const subject = after.failure?.subject ?? "";
  const hasGained = (hosts?.list ?? []).some(({ before }) => before === null);
  return FIELD_SECTIONS.flatMap((section) => {
    const changed = fields.filter((field) => field.section === section && field.change !== "unknown");
    if (changed.length === 0 || (section === "inventory" && hasGained)) return [];
    const names = changed.map(({ name }) => name);
    const isNamed = subject !== "" && names.some((name) => name === subject || name === `$${subject}`);
    return [suspect(section, names, isNamed ? 6 : RANKS[section])];
  });
}

const runnerSuspect = ({ before, after }: Compared): Ranked[] =>
  after.runner_name !== null && after.runner_id !== before.runner_id ? [suspect("runner", [after.runner_name], 1)] : [];
