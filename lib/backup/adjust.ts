import { setImmediate } from "node:timers/promises";
import type { Db } from "@/db/client";
import { cleaned, reportCleaned, reportNumbered } from "@/lib/backup/adjust/clean";
import { Draft, type Holder, LIST_KINDS, type Spot } from "@/lib/backup/adjust/draft";
import { awaitDecision } from "@/lib/backup/adjust/graph";
import { readLaterFields } from "@/lib/backup/adjust/later-fields";
import { Lines } from "@/lib/backup/adjust/lines";
import { quiet } from "@/lib/backup/adjust/quiet";
import { leaveOutPart } from "@/lib/backup/adjust/references";
import { cleared, REMEDIES } from "@/lib/backup/adjust/remedies";
import { problemsIn } from "@/lib/backup/restore/check";
import { type Entry, isEntry } from "@/lib/backup/rules/kinds";
import { type Rename, withNumberedNames } from "@/lib/backup/rules/names";
import { BackupFile, MAX_ADJUSTED, MAX_DEPTH } from "@/lib/backup/schema";
import type { ReportLine } from "@/lib/backup/schema/report";
import { AppError, type Issue, invalid } from "@/lib/operation/errors";
import { parse } from "@/lib/operation/parse";
import { MAX_ISSUES } from "@/lib/protocol/entries";

export type Adjusted = {
  file: BackupFile;
  /** What `file` was read from in the end, with fields that a project has no place for. */
  adjusted: Entry;
  report: ReportLine[];
  /** The schedules of `file` that were turned off. */
  stopped: ReadonlySet<object>;
  newApps: string[];
  /** For names outside the lists of the file. */
  rename: Rename;
};

/** Adjusting one thing may show another, such as a template whose repository was left out. */
const MAX_ROUNDS = 12;
/** Other requests are served in between. */
const ADJUSTED_AT_ONCE = 100;
const NO_NAME = "Restored project";

/**
 * The file as near as it can be restored, and what that took. The strict rules decide what is wrong; each issue is
 * adjusted at its place, then the place is cleared, then its part is left out, then its whole entry. Fails only if the file
 * has no project, or if its states can't be read.
 */
export async function adjustBackup(db: Db, raw: Entry): Promise<Adjusted> {
  const { file: read, ...marks } = cleaned(raw, MAX_DEPTH);
  const { file, rename, numbered } = withNumberedNames(read);
  const draft = new Draft(file);
  const lines = new Lines();
  const adjusting: Adjusting = { draft, lines, tries: new WeakMap(), kept: new WeakMap() };
  nameProject(adjusting);
  reportCleaned(draft, lines, marks);
  reportNumbered(draft, lines, numbered);
  readLaterFields(draft, lines);
  let issues: Issue[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { parsed, problems } = await look(db, draft);
    issues = problems.filter((issue) => !isAccepted(adjusting, issue));
    if (parsed && issues.length === 0) {
      const newApps = newAppsIn(parsed, draft);
      const stopped = stoppedIn(parsed, adjusting);
      return { file: parsed, adjusted: draft.file, report: lines.all(), stopped, newApps, rename };
    }
    const repeated = issues.filter(({ key }) => key === "backupNameRepeated");
    if (issues.length > MAX_ADJUSTED) break;
    // Until names are unique, nobody knows what a reference means.
    for (const [at, issue] of (repeated.length > 0 ? repeated : issues).entries()) {
      if (at % ADJUSTED_AT_ONCE === 0) await setImmediate();
      adjustIssue(adjusting, issue);
    }
    draft.compact();
  }
  throw new AppError("invalid", { issues: issues.slice(0, MAX_ISSUES) });
}

/** Without those whose templates were left out in the end. */
const newAppsIn = ({ templates }: BackupFile, { newApps }: Draft): string[] =>
  [...newApps].filter((id) => templates.some(({ app }) => app === id));

/** The file has the same entries as the draft. */
const stoppedIn = ({ schedules }: BackupFile, { draft, lines }: Adjusting): ReadonlySet<object> =>
  new Set(draft.entries("schedules").flatMap(([at, entry]) => (lines.isInactive(entry) && schedules?.[at]) || []));

type Adjusting = {
  draft: Draft;
  lines: Lines;
  /** How often each place was adjusted. */
  tries: WeakMap<Holder, Map<string, number>>;
  /** What stays as it is, by entry. */
  kept: WeakMap<Holder, Set<string>>;
};

async function look(db: Db, draft: Draft): Promise<{ parsed: BackupFile | null; problems: Issue[] }> {
  try {
    const parsed = parse(BackupFile, draft.file, { most: MAX_ADJUSTED + 1 });
    return { parsed, problems: await problemsIn(db, parsed) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid") throw error;
    return { parsed: null, problems: error.details.issues ?? [] };
  }
}

/** A file without a project means nothing. */
function nameProject({ draft, lines }: Adjusting): void {
  const { meta } = draft.file;
  const name = isEntry(meta) ? meta.name : undefined;
  if (typeof name === "string" && name.trim() !== "") return;
  const hasEntries = Object.keys(LIST_KINDS).some(
    (list) => Array.isArray(draft.file[list]) && draft.file[list].length > 0,
  );
  if (!hasEntries)
    throw isEntry(meta) ? invalid("meta.name", "projectNameRequired") : invalid("meta", "backupMetaMissing");
  draft.file.meta = { ...(isEntry(meta) ? meta : {}), name: NO_NAME };
  const spot = draft.at("meta.name");
  const issue = { path: "meta.name", key: "projectNameRequired" } as const;
  if (spot) lines.add({ ...spot, value: name }, issue, { how: "changed", params: { value: NO_NAME } });
}

const placeOf = (issue: Issue, { path, below }: Spot): string => `${issue.key} ${[...path, ...below].join(".")}`;

function isAccepted({ draft, kept }: Adjusting, issue: Issue): boolean {
  const spot = draft.at(issue.path);
  return spot !== null && (kept.get(spot.entry)?.has(placeOf(issue, spot)) ?? false);
}

function adjustIssue(adjusting: Adjusting, issue: Issue): void {
  const { draft, lines, kept } = adjusting;
  const spot = draft.at(issue.path);
  if (!spot) return;
  if (/^(?:sealed_states|states_passphrase|without_states)/.test(issue.path))
    throw new AppError("invalid", { issues: [issue] });
  const done = isNeeded(spot, issue) ? null : adjustAt(adjusting, spot, issue);
  if (!done) {
    leaveOut(adjusting, spot, issue);
    return;
  }
  if (done.how === "kept" || done.how === "app_added") {
    kept.set(spot.entry, (kept.get(spot.entry) ?? new Set()).add(placeOf(issue, spot)));
  }
  lines.add(spot, issue, done);
  // A number as text is the same to a program.
  if (spot.kind !== "environment" || done.how !== "converted") quiet(draft, lines, spot, issue);
}

/** Whether an entry means nothing without what it refers to. */
const isNeeded = ({ kind, pattern }: Spot, { key }: Issue): boolean =>
  key === "backupReferenceMissing" && NEEDED.has(`${kind}.${pattern}`);
const NEEDED = new Set(["template.repository", "schedule.template"]);

/** Each time that the same place is wrong, less of it is kept. */
function adjustAt({ draft, tries }: Adjusting, spot: Spot, issue: Issue) {
  const places = tries.get(spot.entry) ?? new Map<string, number>();
  tries.set(spot.entry, places);
  const place = [...spot.path, ...spot.below].join(".");
  const steps = [REMEDIES[issue.key], REMEDIES[issue.key], cleared, leaveOutPart, awaitDecision];
  for (let step = places.get(place) ?? 0; step < steps.length; step++) {
    places.set(place, step + 1);
    const done = steps[step]?.(draft, spot, issue);
    if (done) return done;
  }
  return null;
}

function leaveOut({ draft, lines }: Adjusting, spot: Spot, issue: Issue): void {
  if (spot.kind === "project" && spot.list === null) throw new AppError("invalid", { issues: [issue] });
  if (spot.kind === "project") draft.set(spot, undefined);
  else if (spot.list) draft.leaveOut(spot.list, issue.path);
  lines.addLeftOut(spot, issue);
}
