import type { Part, PartList } from "@/lib/backup/restore/entries";
import type { FindId, Kind } from "@/lib/backup/rules/kinds";
import { invalid } from "@/lib/operation/errors";
import { MAX_INT } from "@/lib/operation/id";

/** The ids that the names of a file have so far. */
export class Named {
  readonly #ids = new Map<PartList, Map<string, number>>();
  /** The ids that deleted objects had. */
  readonly #deleted = new Map<PartList, Map<string, number>>();

  of(list: PartList): Map<string, number> {
    return idsIn(this.#ids, list);
  }

  add({ list, name }: Part, id: number): number {
    this.of(list).set(name, id);
    return id;
  }

  addDeleted({ list, name }: Part, id: number): void {
    idsIn(this.#deleted, list).set(name, id);
  }

  /** Fails for a name that has none: in an update, the object may be deleted, or refused. */
  readonly find: FindId = (kind, name) => {
    if (name === null) return null;
    const id = this.of(kind).get(name);
    if (id === undefined) throw invalid("", "projectReferenceMissing", { name, list: kind });
    return id;
  };

  /** Also finds what was deleted, by the id that it had. */
  readonly findFormer: FindId = (kind, name) => this.#findWith((id) => id, kind, name);
  /** As findFormer, with ids that nothing has: what differs refers to what was deleted. */
  readonly findGone: FindId = (kind, name) => this.#findWith((id) => MAX_INT - id, kind, name);
  readonly findOrNull: FindId = (kind, name) => this.#findWith(() => null, kind, name);

  #findWith(deleted: (id: number) => number | null, kind: Kind, name: string | null): number | null {
    const id = idsIn(this.#deleted, kind).get(name ?? "");
    return id === undefined || this.of(kind).has(name ?? "") ? this.find(kind, name) : deleted(id);
  }
}

function idsIn(lists: Map<PartList, Map<string, number>>, list: PartList): Map<string, number> {
  const ids = lists.get(list) ?? new Map<string, number>();
  lists.set(list, ids);
  return ids;
}
