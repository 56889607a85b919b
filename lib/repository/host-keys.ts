import { createHash } from "node:crypto";
import { and, eq, type Placeholder } from "drizzle-orm";
import type { Db } from "@/db/client";
import { hostKeys } from "@/db/schema/host-keys";
import { repositories } from "@/db/schema/repositories";
import { knownHostsLine, parseKnownHosts, sshHostOf } from "@/lib/protocol/known-hosts";
import type { HostKey } from "@/lib/repository/schema";
import { log } from "@/lib/settings/log";

/** The project's pinned host keys as known_hosts lines. */
export const knownHostsOf = async (db: Db, projectId: number): Promise<string> =>
  knownHostsIn(await selectHostKeys(db, projectId));

/** For `knownHostsIn`. */
export const selectHostKeys = (db: Db, projectId: number | Placeholder) =>
  db.select({ line: hostKeys.line }).from(hostKeys).where(eq(hostKeys.project_id, projectId));

export const knownHostsIn = (rows: { line: string }[]): string =>
  rows.flatMap((row) => parseKnownHosts(row.line).map((line) => `${knownHostsLine(line)}\n`)).join("");

/**
 * `urls` of the repositories a run fetches; `others`: it may connect to further hosts, such as those of an inventory.
 */
type Run = { projectId: number; urls: (string | undefined)[]; others: boolean };

/**
 * Pins host keys on first use; known hosts keep their key. Runners are not trusted fully: a git server's key is only
 * accepted from a run that fetches from it.
 */
export async function pinHostKeys(tx: Db, lines: string, { projectId, urls, others }: Run): Promise<void> {
  const sent = parseKnownHosts(lines);
  if (sent.length === 0) return;
  const own = new Set(urls.map((url) => sshHostOf(url ?? "")));
  const servers = await gitServersOf(tx, projectId);
  for (const { host, keyType, key } of sent) {
    if (!own.has(host) && (!others || servers.has(host))) {
      log.warn({ project: projectId, host }, "ignored the host key of a server that the run does not use");
      continue;
    }
    await tx
      .insert(hostKeys)
      .values({ project_id: projectId, host, key_type: keyType, line: knownHostsLine({ host, keyType, key }) })
      .onConflictDoNothing();
  }
}

async function gitServersOf(db: Db, projectId: number): Promise<Set<string | null>> {
  const rows = await db
    .select({ url: repositories.git_url })
    .from(repositories)
    .where(eq(repositories.project_id, projectId));
  return new Set(rows.map(({ url }) => sshHostOf(url)));
}

/** Pinned host keys, by host. */
export async function pinnedHostKeys(db: Db, projectId: number): Promise<HostKey[]> {
  const rows = await db
    .select()
    .from(hostKeys)
    .where(eq(hostKeys.project_id, projectId))
    .orderBy(hostKeys.host, hostKeys.key_type);
  return rows.map(({ host, key_type, line, created }) => ({
    host,
    key_type,
    fingerprint: fingerprintOf(line),
    created,
  }));
}

/** In ssh-keygen's format. */
function fingerprintOf(line: string): string {
  const [, , key = ""] = line.split(" ");
  const digest = createHash("sha256").update(Buffer.from(key, "base64")).digest("base64");
  return `SHA256:${digest.replace(/=+$/, "")}`;
}

/** Removes the project's trust in the host, so that its next key is pinned. Returns the host, or null if it had no key. */
export async function forgetHost(db: Db, projectId: number, host: string): Promise<string | null> {
  const [row] = await db
    .delete(hostKeys)
    .where(and(eq(hostKeys.project_id, projectId), eq(hostKeys.host, host)))
    .returning({ host: hostKeys.host });
  return row?.host ?? null;
}
