import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { probes } from "@/db/schema/probes";
import { repositories } from "@/db/schema/repositories";
import { getApp } from "@/lib/app/store";
import { openKeys } from "@/lib/key/store";
import { AppError, found } from "@/lib/operation/errors";
import { ProbeInput } from "@/lib/probe/schema";
import { answered, type ProbeRow, placeOf } from "@/lib/probe/store";
import type { JobRepository, KeySecret } from "@/lib/protocol/job";
import type { ProbeOf, ProbeReport, RunnerProbe } from "@/lib/protocol/probe";
import { knownHostsOf } from "@/lib/repository/host-keys";
import { open } from "@/lib/secret/seal";

export const probeOver = () => new AppError("conflict", { key: "probeOver" });

const isHeld = (runnerId: number, probeId: number) =>
  and(eq(probes.id, probeId), eq(probes.runner_id, runnerId), isNull(probes.finished_at));

/** Only the process that was offered the probe may begin it; a repeated call gives the same reply. */
export async function beginProbe(db: Db, runnerId: number, probeId: number, instanceId: string): Promise<ProbeRow> {
  const [row] = await db
    .update(probes)
    .set({ begun_at: sql`coalesce(${probes.begun_at}, now())` })
    .where(and(isHeld(runnerId, probeId), eq(probes.instance_id, instanceId)))
    .returning();
  if (!row) throw probeOver();
  return row;
}

/** Fails if the probe is already finished. */
export async function finishProbe(db: Db, runnerId: number, probeId: number, report: ProbeReport): Promise<void> {
  const rows = await db
    .update(probes)
    .set(answered(report))
    .where(isHeld(runnerId, probeId))
    .returning({ id: probes.id });
  if (rows.length === 0) throw probeOver();
}

/** The form values, with secrets in plaintext. Throws UndecryptableError if one cannot be opened. */
export async function openProbe(db: Db, { id, project_id, request }: ProbeRow): Promise<RunnerProbe> {
  if (request === null) throw probeOver();
  const input = ProbeInput.parse(JSON.parse(open(request, placeOf(id))));
  switch (input.kind) {
    case "repository": {
      const { git_url: url, git_branch: branch, ssh_key_id } = input;
      const repository = { url, branch, key: await keyOf(db, project_id, ssh_key_id) };
      return { kind: "repository", repository, known_hosts: await knownHostsOf(db, project_id) };
    }
    case "key":
      return { kind: "key", key: await probedKey(db, project_id, input) };
    case "inventory":
      return openInventory(db, project_id, input);
    case "vault":
      return openVaults(db, project_id, input);
    case "files": {
      const repository = await repositoryOf(db, project_id, input.repository_id, input.git_branch);
      return { kind: "files", repository, known_hosts: await knownHostsOf(db, project_id) };
    }
  }
}

type InputOf<Kind extends ProbeInput["kind"]> = Extract<ProbeInput, { kind: Kind }>;

/** The form's values, otherwise the stored ones. */
async function probedKey(db: Db, projectId: number, { key_id, ssh }: InputOf<"key">): Promise<KeySecret> {
  if (ssh?.private_key) return { type: "ssh", ...ssh };
  return keyOf(db, projectId, key_id ?? 0);
}

async function openInventory(
  db: Db,
  projectId: number,
  { type, inventory: content, repository_id }: InputOf<"inventory">,
): Promise<ProbeOf<"inventory">> {
  const repository =
    type === "file" && repository_id !== null ? await repositoryOf(db, projectId, repository_id, null) : null;
  const inventory = { type, content, repository };
  return {
    kind: "inventory",
    inventory,
    known_hosts: await knownHostsOf(db, projectId),
    app_path: await ansiblePath(db),
  };
}

async function openVaults(
  db: Db,
  projectId: number,
  { repository_id, git_branch, vaults }: InputOf<"vault">,
): Promise<ProbeOf<"vault">> {
  const keys = await openKeys(
    db,
    projectId,
    vaults.map(({ vault_key_id }) => vault_key_id),
  );
  return {
    kind: "vault",
    repository: await repositoryOf(db, projectId, repository_id, git_branch),
    vaults: vaults.map(({ name, vault_key_id }) => {
      const key = keys.get(vault_key_id);
      return { name: name ?? "", password: key?.type === "login_password" ? key.password : "" };
    }),
    known_hosts: await knownHostsOf(db, projectId),
    app_path: await ansiblePath(db),
  };
}

async function repositoryOf(
  db: Db,
  projectId: number,
  repositoryId: number,
  branch: string | null,
): Promise<JobRepository> {
  const [row] = await db
    .select()
    .from(repositories)
    .where(and(eq(repositories.project_id, projectId), eq(repositories.id, repositoryId)));
  const { git_url: url, git_branch, ssh_key_id } = found(row);
  const branch_chosen = branch !== null && branch !== git_branch;
  return { url, branch: branch ?? git_branch, branch_chosen, key: await keyOf(db, projectId, ssh_key_id) };
}

const keyOf = async (db: Db, projectId: number, keyId: number): Promise<KeySecret> =>
  (await openKeys(db, projectId, [keyId])).get(keyId) ?? { type: "none" };

const ansiblePath = async (db: Db): Promise<string | null> => (await getApp(db, "ansible"))?.path || null;
