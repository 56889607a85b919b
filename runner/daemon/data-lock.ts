import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "@/lib/process/error-code";
import { lockFile, processPlace } from "@/lib/process/file-lock";
import { ConfigError } from "@/runner/config";
import { notice } from "@/runner/daemon/notice";

/**
 * Ensures that only one runner uses a data directory: a second one would kill the first one's attempts as those of a dead process.
 * Throws ConfigError when another runner is alive; takes over the lock of a dead one.
 */
export async function lockDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await lockFile(join(dataDir, "runner.pid"), {
    taken: (holder) => new ConfigError(`another runner (${holder}) uses the data directory ${dataDir}`),
    unwritable: (reason) => new ConfigError(`the data directory ${dataDir} cannot be written: ${reason}`),
    waits: (holder, seconds) =>
      notice(`another runner (${holder}) may still use ${dataDir}: watching it for up to ${seconds} seconds`),
  });
}

/**
 * Tells this data folder from others, so that the console can tell a restarted runner from another one with the same token. The copy
 * of a machine has the same files, but runs in another place.
 */
export async function identifyDataDir(dataDir: string): Promise<string> {
  const file = join(dataDir, "id");
  const stored = await readFile(file, "utf8").catch((error) => {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  });
  const id = stored.trim() || randomUUID();
  if (stored.trim() === "") await writeFile(file, `${id}\n`, { mode: 0o600 });
  return createHash("sha256").update(`${id} ${processPlace()}`).digest("hex").slice(0, 32);
}
