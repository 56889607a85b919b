import { createDecipheriv } from "node:crypto";
import { CommandProblem } from "../problem";
import { askSecret } from "../terminal/prompt";
import { readText } from "../text-file";
import { readOldDatabase } from "./old-database";

/** The secrets of the old server's database by the number of their key; null if the encryption key doesn't open it. */
export type OldSecrets = (keyId: number) => string | null | undefined;

const DATABASE = "SIGNALBOX_IMPORT_DATABASE_URL";
const ROWS = "SIGNALBOX_IMPORT_SECRETS_FILE";
const KEY = "SIGNALBOX_IMPORT_ENCRYPTION_KEY";

/** Reads all secrets once, from the old database or from rows that its own client has exported. */
export async function readOldSecrets(): Promise<OldSecrets> {
  const rows = process.env[ROWS] ? rowsOf(await readText(process.env[ROWS])) : await queryRows();
  const key = keyOf(
    (await setting(KEY)) ?? (await askSecret("Encryption key of the old server (access_key_encryption): ")),
  );
  return (keyId) => {
    const sealed = rows.get(keyId);
    return sealed ? open(sealed, key) : undefined;
  };
}

/** From the environment, or from the first line of the file that `<name>_FILE` names. */
async function setting(name: string): Promise<string | undefined> {
  const file = process.env[`${name}_FILE`];
  return file ? (await readText(file)).split(/\r?\n/, 1)[0] : process.env[name];
}

/** Lines of a number, a tab and a secret, as `mysql --batch -N` and the `\copy` of psql print them. */
function rowsOf(text: string): Map<number, string> {
  const rows = new Map<number, string>();
  for (const line of text.split(/\r?\n/)) {
    const [id, secret] = line.split("\t", 2);
    if (id && secret && secret !== "NULL" && secret !== "\\N") rows.set(Number(id), secret);
  }
  return rows;
}

async function queryRows(): Promise<Map<number, string>> {
  const url = await setting(DATABASE);
  if (!url) throw new CommandProblem(`Set ${DATABASE}, ${DATABASE}_FILE or ${ROWS} to import secrets`);
  return readOldDatabase(url, DATABASE);
}

/** Null for a server that had none and stored its secrets as base64. */
function keyOf(text: string): Buffer | null {
  if (text.trim() === "") return null;
  const key = Buffer.from(text.trim(), "base64");
  if (![16, 24, 32].includes(key.length)) throw new CommandProblem(`${KEY} is not a base64 key of 16, 24 or 32 bytes`);
  return key;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-GCM under the key: nonce, ciphertext and tag in one, in base64. */
function open(sealed: string, key: Buffer | null): string | null {
  const bytes = Buffer.from(sealed, "base64");
  if (!key) return bytes.toString("utf8");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const cipher = key.length === 32 ? "aes-256-gcm" : key.length === 24 ? "aes-192-gcm" : "aes-128-gcm";
  const decipher = createDecipheriv(cipher, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    // Sealed with another key, or damaged: the caller reports it.
    return null;
  }
}
