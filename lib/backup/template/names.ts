import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { accessKeys } from "@/db/schema/access-keys";
import { views } from "@/db/schema/views";
import type { Kind } from "@/lib/backup/rules/kinds";
import { listNames } from "@/lib/template/names";

/** What a project has under its names, by kind. A name may be there more than once. */
export type ProjectNames = Record<Kind, { id: number; name: string }[]>;

export async function readNames(db: Db, projectId: number): Promise<ProjectNames> {
  const [names, ofKeys, ofViews] = await Promise.all([
    listNames(db, projectId),
    db
      .select({ id: accessKeys.id, name: accessKeys.name })
      .from(accessKeys)
      .where(eq(accessKeys.project_id, projectId)),
    db.select({ id: views.id, name: views.title }).from(views).where(eq(views.project_id, projectId)),
  ]);
  return { ...names, keys: ofKeys, views: ofViews };
}
