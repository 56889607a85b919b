import { and, desc, eq, exists, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { accessKeys } from "@/db/schema/access-keys";
import { dismissedChecklists } from "@/db/schema/dismissed-checklists";
import { inventories } from "@/db/schema/inventories";
import { projects } from "@/db/schema/projects";
import { repositories } from "@/db/schema/repositories";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import type { Checklist } from "@/lib/project/schema";

/** In one statement, each part of which an index answers with its first row. */
export async function readChecklist(db: Db, projectId: number, userId: number): Promise<Checklist> {
  const has = (table: PgTable & { project_id: PgColumn }, further?: SQL) =>
    sql<boolean>`${exists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(table.project_id, projectId), further)),
    )}`;
  return onlyRow(
    await db
      .select({
        key: has(accessKeys, ne(accessKeys.type, "none")),
        repository: has(repositories),
        inventory: has(inventories),
        template: has(templates),
        template_id: sql<number | null>`(${db
          .select({ id: templates.id })
          .from(templates)
          // A deployment needs a build before it.
          .where(and(eq(templates.project_id, projectId), ne(templates.type, "deploy")))
          .orderBy(desc(templates.id))
          .limit(1)})`,
        run: has(tasks),
        dismissed: has(dismissedChecklists, eq(dismissedChecklists.user_id, userId)),
      })
      .from(projects)
      .where(eq(projects.id, projectId)),
  );
}

export async function dismissChecklist(db: Db, project_id: number, user_id: number): Promise<void> {
  await db.insert(dismissedChecklists).values({ project_id, user_id }).onConflictDoNothing();
}
