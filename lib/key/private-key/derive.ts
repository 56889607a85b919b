import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import bcrypt from "bcrypt-pbkdf";

const sha512 = (data: Uint8Array): Buffer => createHash("sha512").update(data).digest();

/**
 * OpenSSH's bcrypt_pbkdf: derives `length` bytes of key from a passphrase. The library's own loop blocks the event
 * loop for a third of a second at ssh-keygen's default, so this one yields after every round.
 */
export async function deriveKey(passphrase: string, salt: Buffer, rounds: number, length: number): Promise<Buffer> {
  const key = Buffer.alloc(length);
  const password = sha512(Buffer.from(passphrase));
  const blocks = Math.ceil(length / bcrypt.HASHSIZE);
  const count = Buffer.alloc(4);
  for (let block = 0; block < blocks; block++) {
    count.writeUInt32BE(block + 1);
    const bytes = await deriveBlock(password, Buffer.concat([salt, count]), rounds);
    // The blocks are interleaved, so all of them are needed.
    for (const [index, byte] of bytes.entries()) {
      if (index * blocks + block < length) key[index * blocks + block] = byte;
    }
  }
  return key;
}

async function deriveBlock(password: Buffer, firstSalt: Buffer, rounds: number): Promise<Buffer> {
  const sum = Buffer.alloc(bcrypt.HASHSIZE);
  const part = Buffer.alloc(bcrypt.HASHSIZE);
  for (let round = 0; round < rounds; round++) {
    bcrypt.hash(password, sha512(round === 0 ? firstSalt : part), part);
    for (const [index, byte] of part.entries()) sum[index] = (sum[index] ?? 0) ^ byte;
    await setImmediate();
  }
  return sum;
}
