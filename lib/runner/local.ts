import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { openDatabase } from "@/db/client";
import { runners } from "@/db/schema/runners";
import { errorCode } from "@/lib/process/error-code";
import { hashToken, randomToken } from "@/lib/secret/token";
import type { Settings } from "@/lib/settings/settings";

/**
 * The runner that `npm start` includes: keeps the token in the data folder while the server accepts it, otherwise
 * creates a new one. Takes the configured tags; its first ones exclude untagged work, as for any runner that registers
 * with tags.
 */
export async function ensureLocalRunner(
  databaseUrl: string,
  { dataDir, runnerTags: tags }: Pick<Settings, "dataDir" | "runnerTags">,
): Promise<{ token: string }> {
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    const stored = await readStored(join(dataDir, "runner", "token"));
    const isKnown = eq(runners.token_hash, hashToken(stored));
    const [known] = await db.select({ id: runners.id, tags: runners.tags }).from(runners).where(isKnown);
    const isFirst = !known?.tags.length;
    const tagging = tags && { tags, ...((isFirst || tags.length === 0) && { tagged_only: tags.length > 0 }) };
    if (known) {
      if (tagging) await db.update(runners).set(tagging).where(isKnown);
      return { token: stored };
    }
    const token = randomToken();
    await db.insert(runners).values({ name: "local", token_hash: hashToken(token), local: true, ...tagging });
    return { token };
  } finally {
    await db.close();
  }
}

/** "" at the first start. One that can't be read must not be replaced: each start would add another runner. */
async function readStored(file: string): Promise<string> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  }
}
