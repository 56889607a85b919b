import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hasCluster } from "@/db/cluster/place";
import type { Settings } from "@/lib/settings/settings";
import { StartProblem } from "../problem";
import { writeSecretFile } from "../secret-file";

/** Files of the data folder that contain secrets; each is readable by its owner only. */
export const adminPasswordFile = (settings: Settings): string => join(settings.dataDir, "admin-password");
export const runnerFolder = (settings: Settings): string => join(settings.dataDir, "runner");
export const runnerTokenFile = (settings: Settings): string => join(runnerFolder(settings), "token");

/** The keys from the settings, else from the data folder, else generated. Call it before the cluster is created. */
export function ensureEncryptionKeys(settings: Settings): string {
  if (settings.encryptionKeys) return settings.encryptionKeys;
  const path = join(settings.dataDir, "encryption-keys");
  const kept = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  if (kept !== "") return kept;
  if (hasCluster(settings.dataDir)) {
    // New keys could not decrypt the existing database.
    throw new StartProblem(
      `${path} is ${existsSync(path) ? "empty" : "missing"}: restore it, or set SIGNALBOX_ENCRYPTION_KEYS to the keys this database was used with`,
    );
  }
  // Without an id, so that no two servers have different keys with the same one.
  const keys = randomBytes(32).toString("base64");
  writeSecretFile(path, keys);
  return keys;
}
