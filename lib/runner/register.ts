import { timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import type { Db } from "@/db/client";
import { runners } from "@/db/schema/runners";
import { type RunnerRow, runnerByToken } from "@/lib/access/runner-cache";
import { AppError } from "@/lib/operation/errors";
import { recordEvent } from "@/lib/operation/execute";
import { type RegisterRequest, RunnerSettings } from "@/lib/protocol/runner";
import { deleteRunner, setRunner } from "@/lib/runner/store";
import { hashToken, randomToken } from "@/lib/secret/token";
import { throttleGuesses } from "@/lib/session/throttle";
import { settings } from "@/lib/settings/settings";

/** The throttle's account name for guesses at the registration token. */
const THROTTLED_AS = "runner registration token";

/**
 * Registers a runner by the server's registration token; it is active at once. Returns its own token, shown once. Call
 * it outside a transaction, so that a wrong guess is recorded although the call fails.
 */
export async function registerRunner(
  db: Db,
  request: z.output<typeof RegisterRequest>,
  ip: string,
): Promise<{ token: string }> {
  const expected = settings().runnerRegistrationToken;
  const { registration_token: given, tag, ...columns } = request;
  const tags = [...new Set(columns.tags.length > 0 ? columns.tags : [tag])].filter(Boolean);
  const proof = await throttleGuesses(
    db,
    { typed: THROTTLED_AS, userId: null },
    ip,
    async () => expected !== undefined && sameSecret(given, expected),
  );
  if (proof !== "right") throw new AppError("invalid", { key: "registrationRefused" });
  const token = randomToken();
  await db.transaction(async (tx) => {
    await tx
      .insert(runners)
      .values({ ...columns, tags, tagged_only: tags.length > 0, token_hash: hashToken(token), active: true });
    const event = {
      object_type: "runner",
      object_name: request.name,
      description: `Runner ${request.name} registered`,
    };
    await recordEvent(tx, event, { project: null, userId: null, ip });
  });
  return { token };
}

/** The settings that every reply to a runner carries. */
export const settingsOf = (runner: typeof runners.$inferSelect): RunnerSettings =>
  RunnerSettings.parse({ ...runner, lost_after_seconds: settings().runnerLostAfterMs / 1000 });

/** The current settings, which may have changed while a poll was waiting. */
export async function runnerSettings(db: Db, { token_hash }: RunnerRow): Promise<RunnerSettings> {
  const runner = await runnerByToken(db, token_hash);
  if (!runner) throw runnerGone();
  return settingsOf(runner);
}

/** The process exits when its tasks have finished. Returns the runner's name. */
export async function drainProcess(db: Db, runnerId: number): Promise<string> {
  const name = await setRunner(db, runnerId, { draining: true });
  if (name === null) throw runnerGone();
  return name;
}

/** Deletes the runner at its own request. Returns its name. */
export async function unregisterRunner(db: Db, runnerId: number): Promise<string> {
  const name = await deleteRunner(db, runnerId);
  if (name === null) throw runnerGone();
  return name;
}

/** The runner was deleted after the call began. */
const runnerGone = () => new AppError("unauthenticated", { key: "runnerToken" });

/** Hashed first: timingSafeEqual needs equal lengths. */
const sameSecret = (a: string, b: string) => timingSafeEqual(Buffer.from(hashToken(a)), Buffer.from(hashToken(b)));
