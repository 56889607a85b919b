import { type Entry, isEntry } from "@/lib/backup/mend/draft";
import type { Part, PartList } from "@/lib/backup/restore/entries";
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

/** Schedules of different templates may share a name. */
const nameOf = ({ name, entry }: Part): string =>
  "template" in entry && typeof entry.template === "string" ? `name ${entry.template}: ${name}` : `name ${name}`;
