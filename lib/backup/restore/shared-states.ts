import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { templates } from "@/db/schema/templates";
import type { BackupTemplate } from "@/lib/backup/schema";
import { ensureStates } from "@/lib/state/ensure";
import { stateKindOf } from "@/lib/state/rules/workspace";

type Sharing = Pick<BackupTemplate, "name" | "app" | "state_of">;

/**
 * Gives templates that share a state in the file one state here as well. What there was before keeps the one that it has;
 * without any, all get the same new one. `isNew` tells of a template's id whether this restore made it.
 */
export async function shareStates(
  db: Db,
  entries: readonly Sharing[],
  ids: ReadonlyMap<string, number>,
  isNew: (id: number) => boolean,
): Promise<void> {
  for (const group of groupsIn(entries)) {
    const kind = stateKindOf(group[0]?.app ?? "");
    const found = group.flatMap(({ name }) => ids.get(name) ?? []);
    const rows = await db
      .select()
      .from(templates)
      .where(isOneOf(templates.id, found))
      .orderBy(templates.id)
      .for("no key update");
    const fit = rows.filter(({ app }) => stateKindOf(app) === kind);
    const shared = fit.find(({ state_id }) => state_id !== null);
    const [first] = shared ? [shared] : await ensureStates(db, fit.slice(0, 1));
    if (!first) continue;
    const joining = fit.filter(({ id, state_id }) => state_id === null && (!shared || isNew(id)));
    await db
      .update(templates)
      .set({ state_id: first.state_id })
      .where(
        and(
          eq(templates.project_id, first.project_id),
          isOneOf(
            templates.id,
            joining.map(({ id }) => id),
          ),
        ),
      );
  }
}

/** Those that name each other, directly or over others. */
function groupsIn(entries: readonly Sharing[]): Sharing[][] {
  const groups = new Map(entries.map((entry) => [entry.name, [entry]]));
  for (const { name, state_of: other } of entries) {
    const [one, two] = [groups.get(name), groups.get(other ?? "")];
    if (!one || !two || one === two) continue;
    const [small, large] = one.length < two.length ? [one, two] : [two, one];
    large.push(...small);
    for (const entry of small) groups.set(entry.name, large);
  }
  return [...new Set(groups.values())].filter(({ length }) => length > 1);
}
