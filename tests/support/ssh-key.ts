import { generateKeyPairSync } from "node:crypto";

/** A private key that ssh can read, new with every run. */
export const SSH_KEY = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .privateKey.export({ type: "pkcs1", format: "pem" })
  .toString();
