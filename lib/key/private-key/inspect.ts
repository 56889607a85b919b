import { createPrivateKey } from "node:crypto";
import sshpk from "sshpk";
import { canDecrypt, decrypt, isReadable, readContainer, writeContainer } from "@/lib/key/private-key/openssh";
import { derivationCost, isEncrypted, readEncrypted } from "@/lib/key/private-key/pem";
import type { KeyDetails } from "@/lib/key/schema";
import { AppError } from "@/lib/operation/errors";
import { serialize } from "@/lib/operation/serialize";
import { beginning } from "@/lib/protocol/storable";

type KeyProblem = "privateKeyInvalid" | "passphraseMissing" | "passphraseWrong";
/** `details` null: too costly to decrypt here, so the passphrase is unverified. */
export type Inspection = { details: KeyDetails | null } | { problem: KeyProblem };

/** ssh-keygen uses 16 to 24 by default; a round takes 20 ms. */
const MAX_ROUNDS = 128;
/** Blocks the event loop for a quarter of a second. */
const MAX_COST = 600_000;
const MAX_COMMENT = 255;
const UNNAMED = "(unnamed)";

/** Each waits inside a transaction. */
const MAX_CONCURRENT = 3;
let underWay = 0;

/**
 * Reads a private key in any format that ssh accepts and checks its passphrase; one at a time, with a limited queue.
 */
export async function inspectPrivateKey(text: string, passphrase: string): Promise<Inspection> {
  if (underWay >= MAX_CONCURRENT) throw new AppError("too_many", { key: "keyChecksBusy", retryAfterSeconds: 2 });
  underWay += 1;
  try {
    return await serialize("private-key", () => inspect(text.trim(), passphrase));
  } catch {
    // Damaged, or of a type that ssh does not know.
    return { problem: "privateKeyInvalid" };
  } finally {
    underWay -= 1;
  }
}

async function inspect(text: string, passphrase: string): Promise<Inspection> {
  const container = readContainer(text);
  if (!container) return inspectPem(text, passphrase);
  if (container.cipher === "none") return { details: detailsOf(sshpk.parsePrivateKey(text, "ssh-private")) };
  if (passphrase === "") return { problem: "passphraseMissing" };
  if (!canDecrypt(container) || container.rounds > MAX_ROUNDS)
    return { details: detailsOf(sshpk.parseKey(container.publicKey, "rfc4253")) };
  const plain = await decrypt(container, passphrase);
  if (!isReadable(plain)) return { problem: "passphraseWrong" };
  return { details: detailsOf(sshpk.parsePrivateKey(writeContainer(plain), "ssh-private")) };
}

/** Uses OpenSSL, as ssh does: with a wrong passphrase sshpk throws an error that cannot be caught. */
function inspectPem(text: string, passphrase: string): Inspection {
  const encrypted = isEncrypted(text);
  if (encrypted && passphrase === "") return { problem: "passphraseMissing" };
  const der = readEncrypted(text);
  if (der && derivationCost(der) > MAX_COST) return { details: null };
  const key = der ? ({ key: der, format: "der", type: "pkcs8" } as const) : ({ key: text, format: "pem" } as const);
  try {
    const plain = createPrivateKey({ ...key, passphrase }).export({ type: "pkcs8", format: "pem" });
    return { details: detailsOf(sshpk.parsePrivateKey(plain, "pkcs8")) };
  } catch {
    // A key decrypted with a wrong passphrase looks the same as a damaged one.
    return { problem: encrypted ? "passphraseWrong" : "privateKeyInvalid" };
  }
}

/** Comments are shown on screens but may hold anything. */
const readable = (comment: string): string => beginning(comment.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ""), MAX_COMMENT);

function detailsOf(key: sshpk.Key | sshpk.PrivateKey): KeyDetails {
  return {
    type: key.type,
    bits: key.size,
    comment: key.comment === undefined || key.comment === UNNAMED ? "" : readable(key.comment),
    fingerprint: key.fingerprint("sha256").toString(),
  };
}
