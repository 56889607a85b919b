declare module "bcrypt-pbkdf" {
  /** One round: writes 32 bytes into `out`. Password and salt are SHA-512 digests. */
  function hash(password: Uint8Array, salt: Uint8Array, out: Uint8Array): void;
  const HASHSIZE: number;
  export default { hash, HASHSIZE };
}
