import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";

/**
 * Changes to templates of a project wait for each other, before they read anything: two that are good alone may be bad
 * together, such as workflows that run each other.
 */
export const lockTemplateChanges = (tx: Db, projectId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('templates'), ${projectId})`);
