import type { Db } from "@/db/client";
import { isOpen, type Listeners, listenersOf, secretHeadersOf } from "@/lib/integration/aliases";
import { deliver, type Incoming } from "@/lib/integration/delivery/deliver";
import { recordDrop } from "@/lib/integration/delivery/drops";
import { KEPT_BODY, keptRequest, type Request, recordDelivery } from "@/lib/integration/delivery/inbox";
import { countRequest, LIMITS, refuseFlood } from "@/lib/integration/delivery/throttle";
import { announceAll } from "@/lib/operation/announce";
import { toAppError } from "@/lib/operation/errors";
import { networkOf } from "@/lib/session/throttle";
import { log } from "@/lib/settings/log";
import { taskChanged } from "@/lib/task/announce";

/**
 * Passes a request to every integration that listens on the alias. The caller learns nothing of the result, which is
 * recorded for the project. Throws only if the sender should retry: too many requests, or no database.
 */
export async function receive(db: Db, alias: string, request: Incoming): Promise<void> {
  const admitted = await admit(db, alias, request);
  if (!admitted) return;
  const listeners = await withoutFlooded(db, alias, request, admitted);
  await recordUnused(db, listeners, request);
  const heard = { ...request, secretHeaders: secretHeadersOf(listeners) };
  const failures: unknown[] = [];
  for (const integration of listeners.integrations) {
    try {
      const task = await deliver(db, integration, heard);
      if (task) announceAll(db, taskChanged(task));
    } catch (error) {
      // The others get theirs; when it comes again with its delivery id, those that had their task start no second one.
      log.warn({ err: error, integration: integration.id }, "delivery failed");
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Fails with 429 while the alias is known to be over its limit. A flood of requests makes hardly any query. */
export const refuseFloodOf = (db: Db, alias: string, request: Request): Promise<void> =>
  recordingFlood(db, alias, request, async () => refuseFlood(aliasKey(alias)));

/** Records a request whose body is too large. It counts like any other. */
export async function receiveTooLarge(db: Db, alias: string, request: Request): Promise<void> {
  if (await admit(db, alias, request)) await recordDrop(db, { alias, request, reason: "body_too_large", by: "all" });
}

/** Counts a request; null if nothing has this alias. An unknown alias belongs to no project, so the server's log has it. */
async function admit(db: Db, alias: string, request: Request): Promise<Listeners | null> {
  const listeners = await listenersOf(db, alias);
  if (listeners) {
    await recordingFlood(db, alias, request, () => countRequest(db, aliasKey(alias), limitFor(listeners)));
    return listeners;
  }
  const network = networkOf(request.ip);
  refuseFlood(`ip:${network}`);
  const count = await countRequest(db, `ip:${network}`, LIMITS.unknown);
  // Once a minute. Only the beginning, because a mistyped alias is nearly the secret that a real one is.
  if (count === 1) log.warn({ network, alias: alias.slice(0, 4) }, "webhook for an unknown alias");
  return null;
}

async function recordingFlood<Result>(db: Db, alias: string, request: Request, count: () => Promise<Result>) {
  try {
    return await count();
  } catch (error) {
    if (isFlood(error)) await recordDrop(db, { alias, request, reason: "too_many_requests", by: "all" });
    throw error;
  }
}

const isFlood = (error: unknown): boolean => toAppError(error).code === "too_many";

const aliasKey = (alias: string) => `alias:${alias}`;

const limitFor = ({ integrations }: Listeners): number =>
  integrations.length > 0 && integrations.every(isOpen) ? LIMITS.open : LIMITS.authenticated;

/** Open integrations are counted apart from those that authenticate, whose limit they must not lower. */
async function withoutFlooded(db: Db, alias: string, request: Request, listeners: Listeners): Promise<Listeners> {
  const closed = listeners.integrations.filter((integration) => !isOpen(integration));
  if (closed.length === 0 || closed.length === listeners.integrations.length) return listeners;
  const key = `${aliasKey(alias)}:open`;
  try {
    refuseFlood(key);
    await countRequest(db, key, LIMITS.open);
    return listeners;
  } catch (error) {
    if (!isFlood(error)) throw error;
    await recordDrop(db, { alias, request, reason: "too_many_requests", by: "open" });
    return { ...listeners, integrations: closed };
  }
}

async function recordUnused(db: Db, { projectId, integrations }: Listeners, request: Incoming): Promise<void> {
  if (projectId === null || integrations.length > 0) return;
  await recordDelivery(db, {
    ...keptRequest({ ...request, secretHeaders: [] }, KEPT_BODY.unauthenticated),
    project_id: projectId,
    outcome: "unused",
    reason: "no_integration",
    verdict: {},
  });
}
