import { and, count, eq, gt, inArray, isNull, lt, lte, not, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { accessKeys } from "@/db/schema/access-keys";
import { outbox } from "@/db/schema/outbox";
import { probes } from "@/db/schema/probes";
import { repositories } from "@/db/schema/repositories";
import { AppError } from "@/lib/operation/errors";
import type { Probe, ProbeInput } from "@/lib/probe/schema";
import { BEGIN_WITHIN_MS, PROBE_SECONDS, type ProbeReport } from "@/lib/protocol/probe";
import { seal } from "@/lib/secret/seal";

export type ProbeRow = typeof probes.$inferSelect;

const MAX_PER_MINUTE = 20;
const KEPT_MINUTES = 10;

export const placeOf = (probeId: number) => `probes/${probeId}/request` as const;

const ago = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`;

/** Limits a user's probes per minute. Simultaneous requests wait for the user's lock. */
export async function limitProbes(tx: Db, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('probes'), ${userId})`);
  const [row] = await tx
    .select({ made: count() })
    .from(probes)
    .where(and(eq(probes.user_id, userId), gt(probes.created, ago(60))));
  if ((row?.made ?? 0) >= MAX_PER_MINUTE)
    throw new AppError("too_many", { key: "tooManyProbes", retryAfterSeconds: 60 });
}

type NewProbe = Pick<ProbeRow, "project_id" | "user_id" | "kind"> &
  Partial<Pick<ProbeRow, "tools" | "runner_tag" | "outbox_ids">>;

/** With `result`, the probe is finished already. */
export async function insertProbe(tx: Db, probe: NewProbe, result?: ProbeReport): Promise<ProbeRow> {
  return onlyRow(
    await tx
      .insert(probes)
      .values({ ...probe, ...(result && answered(result)) })
      .returning(),
  );
}

/** Keeps the form values until a runner has replied. */
export async function sealRequest(tx: Db, probeId: number, input: ProbeInput): Promise<void> {
  const request = seal(JSON.stringify(input), placeOf(probeId));
  await tx.update(probes).set({ request }).where(eq(probes.id, probeId));
}

/** The repositories of the project that use the key; without any, a row that names the key alone. */
export function usesOfKey(db: Db, projectId: number, keyId: number) {
  const { name, type } = accessKeys;
  return db
    .select({ name, type, url: repositories.git_url })
    .from(accessKeys)
    .leftJoin(repositories, and(eq(repositories.ssh_key_id, accessKeys.id), eq(repositories.project_id, projectId)))
    .where(and(eq(accessKeys.id, keyId), eq(accessKeys.project_id, projectId)));
}

/** The form values are deleted once there is a result. */
export const answered = (result: ProbeReport) => ({ finished_at: sql`now()`, request: null, result });

/** The current state of the probe; one that has timed out is finished first. */
export async function readProbe(db: Db, projectId: number, probeId: number): Promise<Probe | null> {
  const isProbe = and(eq(probes.id, probeId), eq(probes.project_id, projectId));
  const isOpen = and(isProbe, isNull(probes.finished_at), not(eq(probes.kind, "alert")));
  await db
    .update(probes)
    .set(answered({ outcome: "impossible", reason: "no_runner" }))
    .where(and(isOpen, isNull(probes.begun_at), lte(probes.created, ago(BEGIN_WITHIN_MS / 1000))));
  await db
    .update(probes)
    .set(answered({ outcome: "impossible", reason: "timed_out" }))
    .where(and(isOpen, lte(probes.begun_at, ago(PROBE_SECONDS))));
  const [row] = await db.select().from(probes).where(isProbe);
  return row ? present(row, await channelsOf(db, row.outbox_ids)) : null;
}

/** Alerts are retried, but a test reports the first failure. */
async function channelsOf(db: Db, ids: number[]): Promise<Probe["channels"]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ channel: outbox.channel, sent_at: outbox.sent_at, reason: outbox.reason })
    .from(outbox)
    .where(inArray(outbox.id, ids))
    .orderBy(outbox.id);
  return rows.map(({ channel, sent_at, reason }) => {
    if (sent_at !== null) return { channel, state: "sent", reason: null };
    return { channel, state: reason === null ? "waiting" : "failed", reason };
  });
}

export function present({ id, kind, begun_at, result }: ProbeRow, channels: Probe["channels"] = []): Probe {
  const blank = { id, kind, reason: null, code: null, subject: "", problem: "", facts: {}, channels };
  if (result?.outcome === "passed") return { ...blank, state: "passed", facts: result.facts };
  if (result?.outcome === "failed") {
    // Results from older versions may still be there.
    const { code = null, subject = "", problem } = result;
    return { ...blank, state: "failed", code, subject, problem };
  }
  if (result) return { ...blank, state: "impossible", reason: result.reason };
  return { ...blank, state: kind === "alert" ? stateOfAlert(channels) : begun_at === null ? "waiting" : "running" };
}

function stateOfAlert(channels: Probe["channels"]): Probe["state"] {
  if (channels.some(({ state }) => state === "waiting")) return "running";
  return channels.every(({ state }) => state === "sent") ? "passed" : "failed";
}

/** Deletes probes that no form waits for. */
export async function pruneProbes(db: Db): Promise<void> {
  await db.delete(probes).where(lt(probes.created, ago(KEPT_MINUTES * 60)));
}
