import type { Part, PartList } from "@/lib/backup/restore/entries";
import type { FindId } from "@/lib/backup/rules/kinds";
import { invalid } from "@/lib/operation/errors";

/** The ids that the names of a file have so far. */
export class Named {
  readonly #ids = new Map<PartList, Map<string, number>>();

  of(list: PartList): Map<string, number> {
    const ids = this.#ids.get(list) ?? new Map<string, number>();
    this.#ids.set(list, ids);
    return ids;
  }

  add({ list, name }: Part, id: number): number {
    this.of(list).set(name, id);
    return id;
  }

  /** Fails for a name that has none: in an update, the object may be left out or deleted. */
  readonly find: FindId = (kind, name) => {
    if (name === null) return null;
    const id = this.of(kind).get(name);
    if (id === undefined) throw invalid("", "backupReferenceMissing", { name, list: kind });
    return id;
  };
}
