import { eq, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { stateCredentials } from "@/db/schema/state-versions";
import { states } from "@/db/schema/states";
import { found } from "@/lib/operation/errors";
import type { AttemptRef, Phase } from "@/lib/protocol/runner";
import { type JobState, statePath } from "@/lib/protocol/state";
import { hashToken, randomToken } from "@/lib/secret/token";
import { ensureWorkspace, newestHead, passphraseOf } from "@/lib/state/workspaces";

/** What a given-up attempt may still bring is taken for so long. */
const KEPT_DAYS = 30;

type Of = AttemptRef & { state_id: number; workspace: string; phase: Phase };

/** Where the attempt keeps its state in this phase, with a new credential: only its hash is stored. */
export async function jobState(db: Db, { task_id, attempt, phase, state_id, workspace: name }: Of): Promise<JobState> {
  const [state] = await db.select().from(states).where(eq(states.id, state_id));
  const { kind } = found(state);
  const workspace = await ensureWorkspace(db, state_id, name);
  const password = randomToken();
  await db
    .insert(stateCredentials)
    .values({ token_hash: hashToken(password), task_id, attempt, phase, workspace_id: workspace.id });
  return {
    state_id,
    kind,
    workspace: name,
    path: statePath(state_id, name),
    username: `task-${task_id}`,
    password,
    lineage: (await newestHead(db, workspace))?.lineage ?? null,
    passphrase: kind === "pulumi" ? await passphraseOf(db, workspace) : null,
  };
}

/** Forgets those of attempts that are long over. */
export const pruneCredentials = (db: Db) =>
  db.delete(stateCredentials).where(lt(stateCredentials.created, sql`now() - make_interval(days => ${KEPT_DAYS})`));
