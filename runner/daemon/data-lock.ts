import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { lockFile } from "@/lib/process/file-lock";
import { ConfigError } from "@/runner/config";

/**
 * Ensures that only one runner uses a data directory: a second one would kill the first one's attempts as leftovers.
 * Throws ConfigError when another runner is alive; takes over the lock of a dead one.
 */
export async function lockDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await lockFile(join(dataDir, "runner.pid"), {
    taken: (holder) => new ConfigError(`another runner (${holder}) uses the data directory ${dataDir}`),
    unwritable: (reason) => new ConfigError(`the data directory ${dataDir} cannot be written: ${reason}`),
  });
}
