import type { Db } from "@/db/client";
import type { PartList } from "@/lib/backup/restore/entries";
import { readRows } from "@/lib/backup/rows";

/** An object of a project, as the API shows it. */
export type Row = Readonly<Record<string, unknown>> & { id: number };

/** What a project has, by list and id. */
export type Objects = Record<PartList, ReadonlyMap<number, Row>> & { aliases: string[] };

export async function readObjects(db: Db, projectId: number): Promise<Objects> {
  const rows = await readRows(db, projectId);
  return {
    keys: byId(rows.keys),
    repositories: byId(rows.repositories),
    inventories: byId(rows.inventories),
    environments: byId(rows.environments),
    views: byId(rows.views),
    templates: byId(rows.templates),
    schedules: byId(rows.schedules),
    integrations: byId(rows.integrations),
    aliases: rows.integration_aliases,
  };
}

const byId = (rows: Row[]): ReadonlyMap<number, Row> => new Map(rows.map((row) => [row.id, row]));

/** As files have it: names that were stored before they were trimmed have spaces around them. */
export const nameOf = ({ name, title }: Row): string => String(name ?? title ?? "").trim();
