import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { commitChecks } from "@/db/schema/commit-checks";
import { repositories } from "@/db/schema/repositories";
import { openKeys } from "@/lib/key/store";
import { AppError, found } from "@/lib/operation/errors";
import { CHECK_LEASE_SECONDS, type Check } from "@/lib/protocol/check";
import { leaseOf } from "@/lib/repository/check/claim";
import { knownHostsOf } from "@/lib/repository/host-keys";

export type CheckRow = typeof commitChecks.$inferSelect;

export const checkOver = () => new AppError("conflict", { key: "checkOver" });

/** Only the process that holds the check may begin it; asking again gives the same answer. */
export async function beginCheck(db: Db, runnerId: number, checkId: number, instanceId: string): Promise<CheckRow> {
  const [check] = await db
    .update(commitChecks)
    .set({ leased_until: leaseOf(CHECK_LEASE_SECONDS) })
    .where(
      and(eq(commitChecks.id, checkId), eq(commitChecks.runner_id, runnerId), eq(commitChecks.instance_id, instanceId)),
    )
    .returning();
  if (!check) throw checkOver();
  return check;
}

/** Where to look, with the key's secret in plaintext. Throws UndecryptableError when it cannot be opened. */
export async function openCheck(db: Db, { project_id, repository_id, branch }: CheckRow): Promise<Check> {
  const [row] = await db.select().from(repositories).where(eq(repositories.id, repository_id));
  const { git_url: url, ssh_key_id } = found(row);
  const keys = await openKeys(db, project_id, [ssh_key_id]);
  return {
    repository: { url, branch, key: keys.get(ssh_key_id) ?? { type: "none" } },
    known_hosts: await knownHostsOf(db, project_id),
  };
}

/** Removes the check from the runner, because it has a result. Rejected if another runner holds it by now. */
export async function takeCheck(tx: Db, runnerId: number, checkId: number): Promise<CheckRow> {
  const [check] = await tx
    .delete(commitChecks)
    .where(and(eq(commitChecks.id, checkId), eq(commitChecks.runner_id, runnerId)))
    .returning();
  if (!check) throw checkOver();
  return check;
}
