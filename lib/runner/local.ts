import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { openDatabase } from "@/db/client";
import { runners } from "@/db/schema/runners";
import { hashToken, randomToken } from "@/lib/secret/token";
import type { Settings } from "@/lib/settings/settings";

/** The runner that `npm start` brings along: keeps the token in the data folder while the server knows it, else makes a new one. */
export async function ensureLocalRunner(
  databaseUrl: string,
  settings: Pick<Settings, "dataDir">,
): Promise<{ token: string }> {
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    const stored = await readFile(join(settings.dataDir, "runner", "token"), "utf8").catch(() => "");
    const [known] = await db
      .select({ id: runners.id })
      .from(runners)
      .where(eq(runners.token_hash, hashToken(stored.trim())));
    if (known) return { token: stored.trim() };
    const token = randomToken();
    await db.insert(runners).values({ name: "local", token_hash: hashToken(token), local: true });
    return { token };
  } finally {
    await db.close();
  }
}
