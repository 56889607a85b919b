import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { savedFilters } from "@/db/schema/saved-filters";
import type { Filter } from "@/lib/filter/schema";

export async function listFilters(db: Db, projectId: number, userId: number): Promise<Filter[]> {
  const [row] = await db
    .select({ filters: savedFilters.filters })
    .from(savedFilters)
    .where(and(eq(savedFilters.user_id, userId), eq(savedFilters.project_id, projectId)));
  return row?.filters ?? [];
}

export async function replaceFilters(db: Db, projectId: number, userId: number, filters: Filter[]): Promise<void> {
  await db
    .insert(savedFilters)
    .values({ user_id: userId, project_id: projectId, filters })
    .onConflictDoUpdate({ target: [savedFilters.user_id, savedFilters.project_id], set: { filters } });
}
