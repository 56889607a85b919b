import { and, asc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import { accessKeys } from "@/db/schema/access-keys";
import { inspectPrivateKey } from "@/lib/key/private-key/inspect";
import { openedKeys } from "@/lib/key/store";

/**
 * Works out the public details of SSH keys that older versions stored without them, one after the other. Runs once at
 * the start of a server, so that reading a key never opens its secret. Returns how many got their details.
 */
export async function fillKeyDetails(db: Db): Promise<number> {
  let filled = 0;
  for (let row = await nextWithout(db, 0); row; row = await nextWithout(db, row.id)) {
    const details = await detailsOf(row);
    if (!details) continue;
    // Unless the secret was replaced meanwhile.
    const unchanged = and(eq(accessKeys.id, row.id), eq(accessKeys.version, row.version), isNull(accessKeys.details));
    await db.update(accessKeys).set({ details }).where(unchanged);
    filled += 1;
  }
  return filled;
}

async function nextWithout(db: Db, after: number) {
  const { id, type, secret, version } = accessKeys;
  const [row] = await db
    .select({ id, type, secret, version })
    .from(accessKeys)
    .where(and(eq(type, "ssh"), isNotNull(secret), isNull(accessKeys.details), gt(id, after)))
    .orderBy(asc(id))
    .limit(1);
  return row;
}

/** Null for a key that can't be read here; tasks may still be able to use it. */
async function detailsOf(row: NonNullable<Awaited<ReturnType<typeof nextWithout>>>) {
  try {
    const key = openedKeys([row]).get(row.id);
    if (key?.type !== "ssh") return null;
    const inspection = await inspectPrivateKey(key.private_key, key.passphrase);
    return "details" in inspection ? inspection.details : null;
  } catch {
    // Sealed with an encryption key that is missing, or someone is storing keys right now: the next start tries again.
    return null;
  }
}
