import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { hostKeys } from "@/db/schema/host-keys";
import type { HostKey } from "@/lib/repository/schema";

/** The project's pinned host keys as known_hosts lines. */
export async function knownHostsOf(db: Db, projectId: number): Promise<string> {
  const rows = await db.select({ line: hostKeys.line }).from(hostKeys).where(eq(hostKeys.project_id, projectId));
  return rows.map((row) => `${row.line}\n`).join("");
}

/** Host keys are pinned on first use: a host that is known already keeps its key. `lines` as ssh writes known_hosts. */
export async function pinHostKeys(tx: Db, projectId: number, lines: string): Promise<void> {
  for (const line of lines.split("\n")) {
    const [host, keyType, key] = line.trim().split(/\s+/);
    if (!host || host.startsWith("#") || !keyType || !key) continue;
    await tx
      .insert(hostKeys)
      .values({ project_id: projectId, host, key_type: keyType, line: `${host} ${keyType} ${key}` })
      .onConflictDoNothing();
  }
}

/** The pinned host keys, by host. */
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

/** As ssh-keygen prints it. */
function fingerprintOf(line: string): string {
  const [, , key = ""] = line.split(" ");
  const digest = createHash("sha256").update(Buffer.from(key, "base64")).digest("base64");
  return `SHA256:${digest.replace(/=+$/, "")}`;
}

/** Takes the project's trust in the host away: its next key is pinned anew. False when it had none. */
export async function forgetHost(db: Db, projectId: number, host: string): Promise<boolean> {
  const rows = await db
    .delete(hostKeys)
    .where(and(eq(hostKeys.project_id, projectId), eq(hostKeys.host, host)))
    .returning({ host: hostKeys.host });
  return rows.length > 0;
}
