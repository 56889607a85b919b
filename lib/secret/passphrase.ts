import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from "node:crypto";

/** Bytes encrypted with a passphrase, and all other parameters of the decryption. Binary values are in base64. */
export type PassphraseSealed = {
  kdf: "scrypt";
  n: number;
  r: number;
  p: number;
  salt: string;
  cipher: "aes-256-gcm";
  nonce: string;
  content: string;
  /** SHA-256 of all other fields, which distinguishes damage from a wrong passphrase. */
  checksum: string;
};

/** More expensive than a password hash, because a file can be attacked offline: 128 MiB and half a second. */
const COST = { n: 2 ** 17, r: 8, p: 1 };
const TAG_BYTES = 16;

export async function sealWithPassphrase(bytes: Buffer, passphrase: string): Promise<PassphraseSealed> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const header = { kdf: "scrypt", ...COST, salt: salt.toString("base64") } as const;
  const cipher = createCipheriv("aes-256-gcm", await derive(passphrase, header), nonce).setAAD(contextOf(header));
  const content = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]).toString("base64");
  const sealed = { ...header, cipher: "aes-256-gcm", nonce: nonce.toString("base64"), content } as const;
  return { ...sealed, checksum: checksumOf(sealed) };
}

/** Throws PassphraseError. */
export async function openWithPassphrase(sealed: PassphraseSealed, passphrase: string): Promise<Buffer> {
  if (checksumOf(sealed) !== sealed.checksum) throw new PassphraseError("damaged");
  const key = await derive(passphrase, sealed);
  const bytes = Buffer.from(sealed.content, "base64");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(sealed.nonce, "base64"), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(contextOf(sealed)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    // The cipher's message gives no reason.
    throw new PassphraseError("wrong");
  }
}

export class PassphraseError extends Error {
  constructor(readonly why: "wrong" | "damaged") {
    super(why === "wrong" ? "The passphrase is wrong" : "The sealed content is damaged");
  }
}

type Header = Pick<PassphraseSealed, "kdf" | "n" | "r" | "p" | "salt">;

/** Authenticates the parameters of the key. */
const contextOf = ({ kdf, n, r, p, salt }: Header) => Buffer.from(JSON.stringify([kdf, n, r, p, salt]));

const checksumOf = ({ cipher, nonce, content, ...header }: Omit<PassphraseSealed, "checksum">): string =>
  createHash("sha256")
    .update(contextOf(header))
    .update(JSON.stringify([cipher, nonce, content]))
    .digest("hex");

function derive(passphrase: string, { n: N, r, p, salt }: Header): Promise<Buffer> {
  const cost = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize("NFKC"), Buffer.from(salt, "base64"), 32, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
}
