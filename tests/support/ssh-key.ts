import { generateKeyPairSync } from "node:crypto";

/** A private key in a format that ssh can read, generated for every run. */
export const SSH_KEY = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .privateKey.export({ type: "pkcs1", format: "pem" })
  .toString();
