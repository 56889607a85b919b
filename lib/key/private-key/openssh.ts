import { createDecipheriv } from "node:crypto";
import { deriveKey } from "@/lib/key/private-key/derive";

/** OpenSSH's own key file format, specified in OpenSSH's PROTOCOL.key. */
export type Container = {
  cipher: string;
  kdf: string;
  salt: Buffer;
  rounds: number;
  publicKey: Buffer;
  /** Encrypted unless the cipher is "none". */
  privateKey: Buffer;
};

type Cipher = { algorithm: string; keyBytes: number; ivBytes: number };

const MAGIC = Buffer.from("openssh-key-v1\0");
const ARMOUR = /^-----BEGIN OPENSSH PRIVATE KEY-----([A-Za-z0-9+/=\s]*)-----END OPENSSH PRIVATE KEY-----/;

const CIPHERS: Record<string, Cipher> = {
  "3des-cbc": { algorithm: "des-ede3-cbc", keyBytes: 24, ivBytes: 8 },
  "aes128-cbc": { algorithm: "aes-128-cbc", keyBytes: 16, ivBytes: 16 },
  "aes192-cbc": { algorithm: "aes-192-cbc", keyBytes: 24, ivBytes: 16 },
  "aes256-cbc": { algorithm: "aes-256-cbc", keyBytes: 32, ivBytes: 16 },
  "aes128-ctr": { algorithm: "aes-128-ctr", keyBytes: 16, ivBytes: 16 },
  "aes192-ctr": { algorithm: "aes-192-ctr", keyBytes: 24, ivBytes: 16 },
  "aes256-ctr": { algorithm: "aes-256-ctr", keyBytes: 32, ivBytes: 16 },
  "aes128-gcm@openssh.com": { algorithm: "aes-128-gcm", keyBytes: 16, ivBytes: 12 },
  "aes256-gcm@openssh.com": { algorithm: "aes-256-gcm", keyBytes: 32, ivBytes: 12 },
};

/** Null if the text is in another format; throws if it is damaged. */
export function readContainer(text: string): Container | null {
  const base64 = ARMOUR.exec(text)?.[1];
  if (base64 === undefined) return null;
  const reader = new Reader(Buffer.from(base64, "base64"));
  if (!reader.take(MAGIC.length).equals(MAGIC)) throw new RangeError("no OpenSSH key");
  const cipher = reader.string().toString();
  const kdf = reader.string().toString();
  const options = new Reader(reader.string());
  const derived = kdf === "bcrypt" ? { salt: options.string(), rounds: options.number() } : NOT_DERIVED;
  if (reader.number() !== 1) throw new RangeError("more than one key");
  return { cipher, kdf, ...derived, publicKey: reader.string(), privateKey: reader.string() };
}

const NOT_DERIVED = { salt: Buffer.alloc(0), rounds: 0 };

/** Whether `decrypt` supports the key's encryption. */
export const canDecrypt = ({ cipher, kdf }: Container): boolean => kdf === "bcrypt" && cipher in CIPHERS;

/**
 * Returns the key without encryption; with a wrong passphrase the result is not readable. The authentication tag that
 * may follow is ignored, since the check numbers suffice.
 */
export async function decrypt(container: Container, passphrase: string): Promise<Container> {
  const cipher = CIPHERS[container.cipher];
  if (!cipher) throw new Error(`No cipher ${container.cipher}`);
  const { algorithm, keyBytes, ivBytes } = cipher;
  const derived = await deriveKey(passphrase, container.salt, container.rounds, keyBytes + ivBytes);
  const decipher = createDecipheriv(algorithm, derived.subarray(0, keyBytes), derived.subarray(keyBytes));
  return { ...container, privateKey: decipher.setAutoPadding(false).update(container.privateKey) };
}

/** The first two numbers are equal only if the key was decrypted correctly. */
export const isReadable = ({ privateKey }: Container): boolean =>
  privateKey.length > 8 && privateKey.readUInt32BE(0) === privateKey.readUInt32BE(4);

/** Formats an unencrypted container as a key file. */
export function writeContainer({ publicKey, privateKey }: Container): string {
  const empty = Buffer.alloc(0);
  const none = Buffer.from("none");
  const parts = [none, none, empty].map(lengthFirst);
  const body = Buffer.concat([MAGIC, ...parts, number(1), lengthFirst(publicKey), lengthFirst(privateKey)]);
  const lines = body.toString("base64").replace(/.{70}/g, "$&\n");
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

const lengthFirst = (bytes: Buffer): Buffer => Buffer.concat([number(bytes.length), bytes]);

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Throws a RangeError when reading past the end. */
class Reader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  take(length: number): Buffer {
    if (length > this.bytes.length - this.at) throw new RangeError("the key is cut off");
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  number(): number {
    return this.take(4).readUInt32BE();
  }

  string(): Buffer {
    return this.take(this.number());
  }
}
