import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { hasCluster } from "@/db/cluster/place";
import type { Settings } from "@/lib/settings/settings";
import { StartProblem } from "./problem";

/** The files of the data folder that hold a secret; each is readable by its owner only. */
export const adminPasswordFile = (settings: Settings): string => join(settings.dataDir, "admin-password");
export const runnerFolder = (settings: Settings): string => join(settings.dataDir, "runner");
export const runnerTokenFile = (settings: Settings): string => join(runnerFolder(settings), "token");

/** Replaces a file as a whole, so that a crash leaves the old one or the new one. */
export function writeSecretFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.draft`;
  rmSync(draft, { force: true });
  const file = openSync(draft, "wx", 0o600);
  writeSync(file, `${content}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, path);
}

/** The keys from the settings, else from the data folder, else new ones. Call before the cluster is made. */
export function ensureEncryptionKeys(settings: Settings): string {
  if (settings.encryptionKeys) return settings.encryptionKeys;
  const path = join(settings.dataDir, "encryption-keys");
  if (existsSync(path)) return readFileSync(path, "utf8").trim();
  if (hasCluster(settings.dataDir)) {
    // New keys could not open what the database holds.
    throw new StartProblem(
      `${path} is missing: restore it, or set SIGNALBOX_ENCRYPTION_KEYS to the keys this database was used with`,
    );
  }
  const keys = `k1:${randomBytes(32).toString("base64")}`;
  writeSecretFile(path, keys);
  return keys;
}
