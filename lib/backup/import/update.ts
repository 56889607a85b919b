import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { FieldHashes } from "@/db/schema/import-origins";
import { projects } from "@/db/schema/projects";
import { LIST_KINDS } from "@/lib/backup/adjust/draft";
import { addAliases, changeObject, type ImportContext, missingSecrets } from "@/lib/backup/import/change";
import { type Difference, differenceOf, hashesOf, hashOf } from "@/lib/backup/import/fields";
import { originsOf, sourceIdsOf } from "@/lib/backup/import/identify";
import { nameOf, type Objects, type Row, readObjects } from "@/lib/backup/import/objects";
import {
  type ImportedFile,
  type Origin,
  PROJECT,
  projectRow,
  readOrigins,
  storeOrigins,
  theirsOf,
} from "@/lib/backup/import/origins";
import { type Part, type Place, resourcesOf, startersOf } from "@/lib/backup/restore/entries";
import { Named } from "@/lib/backup/restore/named";
import { missingAnswersOf } from "@/lib/backup/restore/secret-answers";
import { shareStates } from "@/lib/backup/restore/shared-states";
import type { FindId } from "@/lib/backup/rules/kinds";
import type { ImportLine, ImportResult } from "@/lib/backup/schema/import";
import type { ReportLine } from "@/lib/backup/schema/report";
import { AppError, type ErrorKey, type MessageParams } from "@/lib/operation/errors";
import { lockTemplateChanges } from "@/lib/template/store";

export type UpdateOptions = {
  /** Takes fields from the source that were changed here as well. */
  overwrite: boolean;
  /** What reading the file took. */
  report: ReportLine[];
  /** The schedules that reading the file turned off. */
  stopped: ReadonlySet<object>;
};

type Update = {
  context: ImportContext;
  options: UpdateOptions;
  /** As it was before. */
  objects: Objects;
  known: Origin[];
  origins: ReadonlyMap<Part, Origin>;
  sourceIds: ReadonlyMap<Part, string>;
  named: Named;
  place: Place;
  lines: ImportLine[];
  unchanged: number;
  /** Parts that have an object, and the fields of it that are as at the source; null: all of them. */
  settled: Map<Part, { id: number; difference: Difference | null }>;
};

/**
 * Brings a project up to date with its source: new objects are created, and of known ones, the fields that changed there
 * and not here. Nothing is deleted. Runs in the caller's transaction.
 */
export async function updateProject(context: ImportContext, from: ImportedFile, options: UpdateOptions) {
  const { db, project } = context;
  await lockProject(db, project.id);
  await lockTemplateChanges(db, project.id);
  const parts = [...resourcesOf(from.file), ...startersOf(from.file)];
  const known = await readOrigins(db, project.id, from.source);
  const sourceIds = sourceIdsOf(from.file, from.raw, parts);
  const named = new Named();
  const update: Update = {
    context,
    options,
    objects: await readObjects(db, project.id),
    known,
    origins: originsOf(parts, sourceIds, known),
    sourceIds,
    named,
    place: { db, projectId: project.id, find: named.find, droppedAliases: [] },
    lines: [],
    unchanged: 0,
    settled: new Map(),
  };
  for (const part of parts) await updatePart(update, part);
  const created = [...update.settled].filter(([, { difference }]) => difference === null);
  const newIds = new Set(created.flatMap(([{ list }, { id }]) => (list === "templates" ? id : [])));
  await shareStates(db, from.file.templates, named.of("templates"), (id) => newIds.has(id));
  await updateAliases(update, from);
  reportGone(update);
  await remember(update, from.source);
  const { unchanged, lines, place } = update;
  const entries = new Set(created.map(([{ entry }]) => entry));
  const schedules = from.file.schedules?.filter((schedule) => entries.has(schedule)) ?? [];
  const report = [...options.report, ...schedules.flatMap(missingAnswersOf)];
  return { unchanged, lines, dropped_aliases: place.droppedAliases, report };
}

/** Two imports at a time would create everything twice. */
const lockProject = (db: Db, projectId: number) =>
  db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for("no key update");

async function updatePart(update: Update, part: Part): Promise<void> {
  const { named, objects, options, origins } = update;
  const origin = origins.get(part);
  const ours = origin && objects[part.list].get(origin.object_id);
  if (origin && ours) {
    named.add(part, ours.id);
    return updateObject(update, part, origin, ours);
  }
  const same = sameName(update, part);
  if (same) {
    // What else refers to the name means this object, too.
    named.add(part, same.id);
    return add(update, part, "same_name");
  }
  if (origin) named.addDeleted(part, origin.object_id);
  if (!origin || options.overwrite) return createObject(update, part);
  add(update, part, "deleted");
}

/** An object that an import did not make. */
function sameName({ known, objects, named }: Update, { list, name, input }: Part): Row | undefined {
  const imported = new Set(known.filter(({ kind }) => kind === list).map(({ object_id }) => object_id));
  const others = [...objects[list].values()].filter((row) => nameOf(row) === name && !imported.has(row.id));
  if (list !== "schedules" || others.length === 0) return others[0];
  const template = attempted(() => input(named.findFormer).template_id);
  return others.find(({ template_id }) => template_id === template);
}

/** Null if a part refers to what there is not. */
function attempted<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}

async function createObject(update: Update, part: Part): Promise<void> {
  const { named, place, settled } = update;
  await orRefuse(update, part, async (db) => {
    // A template without its view runs as it would with it.
    const find: FindId = (kind, name) => (kind === "views" ? named.findOrNull : named.find)(kind, name);
    const id = named.add(part, await part.create({ ...place, db, find }));
    settled.set(part, { id, difference: null });
    add(update, part, "created");
  });
}

const readPart = ({ options }: Update, part: Part, find: FindId) =>
  theirsOf(part, find, { isStopped: options.stopped.has(part.entry) });

async function updateObject(update: Update, part: Part, origin: Origin, ours: Row): Promise<void> {
  const { context, named, place, options, settled } = update;
  await orRefuse(update, part, async (db) => {
    const theirs = readPart(update, part, named.findFormer);
    const hashes = hashesOf(part.list, theirs);
    const whole = differenceOf(hashes, hashesOf(part.list, ours), origin, options.overwrite);
    const difference = keepGone(update, part, hashes, keepSecret(whole, part, ours, options));
    // Only a stop is ever taken.
    if (theirs.active === true) difference.changed = difference.changed.filter((field) => field !== "active");
    const { changed, kept } = difference;
    const change = { ours, theirs, groups: changed };
    if (changed.length > 0) {
      place.droppedAliases.push(...(await changeObject({ ...context, db }, part.list, change)));
      const secrets = missingSecrets(change).map(({ name }) => `secrets.${name}`);
      add(update, part, "updated", [...changed.filter((field) => field !== "secrets"), ...secrets]);
    }
    if (kept.length > 0) add(update, part, "kept", kept);
    if (changed.length + kept.length === 0) update.unchanged++;
    settled.set(part, { id: ours.id, difference });
  });
}

/** Another type would erase the secret of a key that has been filled in. */
function keepSecret(difference: Difference, { list }: Part, ours: Row, { overwrite }: UpdateOptions): Difference {
  const { changed, kept } = difference;
  if (list !== "keys" || ours.empty || overwrite || !changed.includes("type")) return difference;
  return { ...difference, changed: changed.filter((field) => field !== "type"), kept: [...kept, "type"] };
}

/** What refers to something that was deleted here stays as it is. Without its template, a part is not taken at all. */
function keepGone(update: Update, part: Part, theirs: FieldHashes, difference: Difference): Difference {
  const { named } = update;
  const { changed, kept } = difference;
  if (changed.length === 0) return difference;
  const others = hashesOf(part.list, readPart(update, part, named.findGone));
  const gone = changed.filter((group) => others[group] !== theirs[group]);
  if (gone.includes("template_id")) readPart(update, part, named.find);
  return { ...difference, changed: changed.filter((group) => !gone.includes(group)), kept: [...kept, ...gone] };
}

/** A refusal undoes what was done about this part, and no more. */
async function orRefuse({ place, lines }: Update, part: Part, run: (db: Db) => Promise<void>): Promise<void> {
  try {
    await place.db.transaction(run);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [issue] = error.details.issues ?? [];
    const { key: reason = "invalidValue", params: reason_params = {} } = issue ?? error.details;
    lines.push({ ...lineOf(part, "refused", issue?.path ? [issue.path] : []), reason, reason_params });
  }
}

function add(update: Update, part: Part, done: ImportResult, fields: string[] = []): void {
  update.lines.push(lineOf(part, done, fields));
}

const lineOf = ({ list, name, entry }: Part, done: ImportResult, fields: string[]): ImportLine => ({
  kind: LIST_KINDS[list],
  name: name || ("template" in entry ? String(entry.template) : ""),
  done,
  fields,
  ...NO_REASON,
});
const NO_REASON: { reason: ErrorKey | null; reason_params: MessageParams } = { reason: null, reason_params: {} };

/** The aliases of the project itself; one that was deleted here does not come back. */
async function updateAliases(update: Update, { source, file }: ImportedFile): Promise<void> {
  const { context, objects, known, place, options, lines } = update;
  const origin = known.find(({ kind }) => kind === PROJECT);
  if (!origin) return;
  const theirs = { aliases: hashOf(file.integration_aliases) };
  const { changed, kept } = differenceOf(theirs, { aliases: hashOf(objects.aliases) }, origin, options.overwrite);
  if (kept.length > 0)
    lines.push({ kind: "project", name: context.project.name, done: "kept", fields: kept, ...NO_REASON });
  if (changed.length === 0) return;
  place.droppedAliases.push(...(await addAliases(context, null, file.integration_aliases, objects.aliases)));
  const { aliases } = await readObjects(context.db, context.project.id);
  await storeOrigins(context.db, [projectRow(context.project.id, source, file, aliases)]);
  lines.push({ kind: "project", name: context.project.name, done: "updated", fields: changed, ...NO_REASON });
}

function reportGone({ known, origins, objects, lines }: Update): void {
  const there = new Set(origins.values());
  for (const origin of known) {
    const { kind, object_id } = origin;
    if (!isList(kind) || there.has(origin)) continue;
    const row = objects[kind].get(object_id);
    if (row) lines.push({ kind: LIST_KINDS[kind], name: nameOf(row), done: "gone", fields: [], ...NO_REASON });
  }
}

const isList = (kind: string): kind is keyof typeof LIST_KINDS => Object.hasOwn(LIST_KINDS, kind);

/** Fields that were kept stay as they were known, so that the next import reports them again. */
async function remember(update: Update, source: string): Promise<void> {
  const { context, named, settled, origins, sourceIds } = update;
  const { db, project } = context;
  const objects = await readObjects(db, project.id);
  const rows = [...settled].map(([part, { id, difference }]): Origin => {
    const origin = origins.get(part);
    const before = difference && origin;
    const theirs = hashesOf(part.list, readPart(update, part, named.findFormer));
    const ours = hashesOf(part.list, objects[part.list].get(id) ?? { id });
    const groups = difference ? [...difference.changed, ...difference.equal] : Object.keys(theirs);
    const taken = Object.fromEntries(groups.map((group) => [group, theirs[group] ?? ""]));
    const stored = Object.fromEntries(groups.map((group) => [group, ours[group] ?? ""]));
    return {
      project_id: project.id,
      source,
      kind: part.list,
      source_id: origin?.source_id ?? sourceIds.get(part) ?? "",
      object_id: id,
      taken: { ...before?.taken, ...taken },
      stored: { ...before?.stored, ...stored },
    };
  });
  await storeOrigins(db, rows);
}
