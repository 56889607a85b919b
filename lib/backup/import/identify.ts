import type { Part, PartList } from "@/lib/backup/restore/entries";
import { type Entry, isEntry } from "@/lib/backup/rules/kinds";
import type { BackupFile } from "@/lib/backup/schema";

/** The lists of a file that objects are made from. */
export const LISTS = [
  "keys",
  "repositories",
  "inventories",
  "environments",
  "views",
  "templates",
  "schedules",
  "integrations",
] as const satisfies PartList[];

const BY_NAME = "name ";

/**
 * What the source calls each part of a file: its id there, or its name in files without ids. `raw` is what the file was read
 * from, with the same entries.
 */
export function sourceIdsOf(file: BackupFile, raw: Entry, parts: readonly Part[]): ReadonlyMap<Part, string> {
  const numbers = idsIn(file, raw);
  const taken = new Set<string>();
  const ids = new Map<Part, string>();
  for (const part of parts) {
    const wanted = numbers.get(part.entry) ?? nameOf(part);
    let id = wanted;
    for (let copy = 2; taken.has(`${part.list} ${id}`); copy++) id = `${wanted} (${copy})`;
    taken.add(`${part.list} ${id}`);
    ids.set(part, id);
  }
  return ids;
}

function idsIn(file: BackupFile, raw: Entry): ReadonlyMap<object, string> {
  const ids = new Map<object, string>();
  for (const list of LISTS) {
    const rawEntries = raw[list];
    for (const [at, entry] of (file[list] ?? []).entries()) {
      const rawEntry: unknown = Array.isArray(rawEntries) ? rawEntries[at] : null;
      const id = isEntry(rawEntry) ? rawEntry.id : null;
      if (typeof id === "number" || typeof id === "string") ids.set(entry, `id ${id}`);
    }
  }
  return ids;
}

type Recorded = { source: string; kind: string; source_id: string };

/** What earlier imports recorded about the parts; what is missing is new. */
export function originsOf<Origin extends Recorded>(
  parts: readonly Part[],
  sourceIds: ReadonlyMap<Part, string>,
  known: readonly Origin[],
): ReadonlyMap<Part, Origin> {
  const byId = new Map(known.map((origin) => [`${origin.kind} ${origin.source_id}`, origin]));
  const found = new Map<Part, Origin>();
  for (const part of parts) {
    const origin = byId.get(`${part.list} ${sourceIds.get(part)}`);
    if (origin) found.set(part, origin);
  }
  const matched = new Set(found.values());
  const withoutLine = idsWithoutLines(known);
  const idNow = ({ source_id }: Origin) => withoutLine.get(source_id) ?? trimmedId(source_id);
  const written = known.filter((origin) => !matched.has(origin) && idNow(origin) !== origin.source_id);
  for (const part of parts) {
    if (found.has(part) || !sourceIds.get(part)?.startsWith(BY_NAME)) continue;
    const id = trimmedId(nameOf(part));
    const at = written.findIndex((origin) => origin.kind === part.list && idNow(origin) === id);
    for (const origin of at === -1 ? [] : written.splice(at, 1)) found.set(part, origin);
  }
  return found;
}

/** Imports once recorded the spaces around names. */
const trimmedId = (id: string): string =>
  id.startsWith(BY_NAME)
    ? BY_NAME +
      id
        .slice(BY_NAME.length)
        .replaceAll(/\s*:\s+/g, ": ")
        .trim()
    : id;

/**
 * Imports of a crontab once named programs by their lines, and now by their order: "backup (line 12)" is "backup (2)", or a
 * later one if a comment had already named a line so.
 */
function idsWithoutLines(known: readonly Recorded[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const templates = known.filter(({ source, kind }) => source.startsWith("crontab: ") && kind === "templates");
  const taken = new Set(templates.map(({ source_id }) => source_id));
  const lines = templates.flatMap(({ source_id }) => {
    const [, program, line] = WITH_LINE.exec(source_id) ?? [];
    return program === undefined ? [] : [{ program, line: Number(line) }];
  });
  for (const { program, line } of lines.sort((a, b) => a.line - b.line)) {
    const was = `${program} (line ${line})`;
    let now = program;
    for (let number = 2; taken.has(BY_NAME + now); number++) now = `${program} (${number})`;
    taken.add(BY_NAME + now);
    ids.set(BY_NAME + was, BY_NAME + now).set(`${BY_NAME}${was}: ${was}`, `${BY_NAME}${now}: ${now}`);
  }
  return ids;
}
const WITH_LINE = /^name (.+) \(line (\d+)\)$/;

/** Schedules of different templates may share a name. */
const nameOf = ({ name, entry }: Part): string =>
  BY_NAME + ("template" in entry && typeof entry.template === "string" ? `${entry.template}: ${name}` : name);
