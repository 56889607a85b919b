import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { runnerProjects, runners } from "@/db/schema/runners";
import { type RunnerRow, runnerByToken } from "@/lib/access/runner-cache";
import { AppError, invalid } from "@/lib/operation/errors";
import { recordEvent } from "@/lib/operation/record-event";
import { LEGACY_PROTOCOL } from "@/lib/protocol/legacy-runner";
import { type RegisterRequest, RunnerSettings } from "@/lib/protocol/runner";
import { readPublicKey } from "@/lib/runner/legacy-encryption";
import { isRegistrationToken, redeemRegistrationToken } from "@/lib/runner/registration-token";
import { deleteRunner, nameAfterId, setRunner } from "@/lib/runner/store";
import { hashToken, matchesSecret, randomToken } from "@/lib/secret/token";
import { throttleGuesses } from "@/lib/session/throttle";
import { settings } from "@/lib/settings/settings";

/** The throttle's account name for guesses at the registration token. */
const THROTTLED_AS = "runner registration token";

type Request = z.output<typeof RegisterRequest>;

/**
 * Registers a runner by the server's registration token, and it is active at once; or by the token that was made for one
 * runner, which then has a new token of its own. Returns that, shown once. Call it outside a transaction, so that a wrong
 * guess is recorded although the call fails.
 */
export async function registerRunner(db: Db, request: Request, ip: string): Promise<{ token: string }> {
  const { registration_token } = request;
  const isNew = isServers(registration_token);
  const proof = await throttleGuesses(
    db,
    { typed: THROTTLED_AS, userId: null },
    ip,
    async () => isNew || (await isRegistrationToken(db, registration_token)),
  );
  if (proof !== "right") throw refused();
  const token = randomToken();
  const legacy = request.tag === undefined ? legacyColumns(request) : { public_key: null };
  const columns = { ...legacy, token_hash: hashToken(token) };
  await db.transaction(async (tx) => {
    const name = isNew
      ? await addRunner(tx, request, columns, ip)
      : await redeemRegistrationToken(tx, registration_token, columns);
    if (name === null) throw refused();
    const event = { object_type: "runner", object_name: name, description: `Runner ${name} registered` };
    await recordEvent(tx, event, { project: null, userId: null, ip });
  });
  return { token };
}

const refused = () => new AppError("invalid", { key: "registrationRefused" });

function isServers(token: string): boolean {
  const expected = settings().runnerRegistrationToken;
  return expected !== undefined && matchesSecret(token, expected);
}

type Identity = Pick<typeof runners.$inferInsert, "token_hash" | "public_key" | "protocol">;

/** A runner of Semaphore brings no name in its releases before 2.16. */
async function addRunner(tx: Db, request: Request, identity: Identity, ip: string): Promise<string> {
  const { registration_token: _, tag = "", project_id, ...columns } = request;
  const tags = [...new Set(columns.tags.length > 0 ? columns.tags : [tag])].filter(Boolean);
  const name = request.tag === undefined ? columns.name || `Semaphore runner ${ip}` : columns.name;
  if (project_id) await requireProject(tx, project_id);
  return insert(tx, { ...columns, ...identity, name, tags, tagged_only: tags.length > 0, active: true }, project_id);
}

async function requireProject(tx: Db, projectId: number): Promise<void> {
  const [row] = await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for("key share");
  if (!row) throw invalid("project_id", "projectMissing");
}

/** Returns its name. */
async function insert(tx: Db, row: typeof runners.$inferInsert, projectId: number | null | undefined): Promise<string> {
  const [{ id, name } = { id: 0, name: "" }] = await tx
    .insert(runners)
    .values({ ...row, all_projects: !projectId })
    .returning({ id: runners.id, name: runners.name });
  if (projectId) await tx.insert(runnerProjects).values({ runner_id: id, project_id: projectId });
  return name || nameAfterId(tx, id);
}

function legacyColumns({ public_key }: Request) {
  requireLegacyRunners();
  if (public_key && !readPublicKey(public_key)) throw new AppError("invalid", { key: "runnerPublicKeyInvalid" });
  return { public_key: public_key || null, protocol: LEGACY_PROTOCOL };
}

/** Refuses a runner of Semaphore, with a text that it prints. */
export function requireLegacyRunners(): void {
  if (!settings().legacyRunners) throw new AppError("invalid", { key: "legacyRunnersOff" });
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

/** The process exits when its tasks have finished; if it has `ended`, any other may use the token at once. */
export async function drainProcess(db: Db, runnerId: number, ended: boolean): Promise<void> {
  const name = await setRunner(db, runnerId, ended ? { data_folder: null } : { draining: true });
  if (name === null) throw runnerGone();
}

/** Deletes the runner at its own request. Returns its name. */
export async function unregisterRunner(db: Db, runnerId: number): Promise<string> {
  const name = await deleteRunner(db, runnerId);
  if (name === null) throw runnerGone();
  return name;
}

/** The runner was deleted after the call began. */
const runnerGone = () => new AppError("unauthenticated", { key: "runnerToken" });
