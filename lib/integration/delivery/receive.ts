import type { Db } from "@/db/client";
import { type Listeners, listenersOf } from "@/lib/integration/aliases";
import { deliver, type Incoming } from "@/lib/integration/delivery/deliver";
import { insertDelivery, keptRequest, pruneDeliveries } from "@/lib/integration/delivery/inbox";
import { countRequest, LIMITS, refuseFlood } from "@/lib/integration/delivery/throttle";
import { announceAll } from "@/lib/operation/announce";
import { networkOf } from "@/lib/session/throttle";
import { log } from "@/lib/settings/log";
import { taskChanged } from "@/lib/task/announce";

/**
 * Passes a request to every integration that listens on the alias. The caller learns nothing of the result, which is
 * recorded for the project. Throws only if the sender should retry: too many requests, or no database.
 */
export async function receive(db: Db, alias: string, request: Incoming): Promise<void> {
  const listeners = await listenersOf(db, alias);
  if (!listeners) {
    const key = `ip:${networkOf(request.ip)}`;
    refuseFlood(key);
    return countRequest(db, key, LIMITS.unknown);
  }
  await countRequest(db, aliasKey(alias), limitFor(listeners));
  await recordUnused(db, listeners, request);
  const failures: unknown[] = [];
  for (const integration of listeners.integrations) {
    try {
      const task = await deliver(db, integration, request);
      if (task) await announceAll(db, taskChanged(task));
    } catch (error) {
      // The others get theirs; when it comes again with its delivery id, those that had their task start no second one.
      log.warn({ err: error, integration: integration.id }, "delivery failed");
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Fails with 429 while the alias is known to be over its limit. Makes no query. */
export const refuseFloodOf = (alias: string): void => refuseFlood(aliasKey(alias));

const aliasKey = (alias: string) => `alias:${alias}`;

const limitFor = ({ integrations }: Listeners): number =>
  integrations.some(({ auth_method }) => auth_method === "") ? LIMITS.open : LIMITS.authenticated;

async function recordUnused(db: Db, { projectId, integrations }: Listeners, request: Incoming): Promise<void> {
  if (projectId === null || integrations.length > 0) return;
  await insertDelivery(db, {
    ...keptRequest(request, "", false),
    project_id: projectId,
    outcome: "unused",
    reason: "no_integration",
    verdict: {},
  });
  await pruneDeliveries(db, projectId, true);
}
