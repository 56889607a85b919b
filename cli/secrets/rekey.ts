import { parseKeyRing } from "@/lib/secret/key-ring";
import { settings } from "@/lib/settings/settings";
import { CommandProblem, EXIT } from "../problem";
import { ensureEncryptionKeys } from "../start/data-folder";
import { command } from "../terminal/command";
import { printText } from "../terminal/print";
import { withDatabase } from "../user/database";
import { checkKeys } from "./key-check";
import { reencrypt } from "./reencrypt";

/** `signalbox rekey` */
export const rekey = command({
  usage: "rekey",
  takes: [0, 0],
  help: `Re-encrypts all stored secrets with the first encryption key, so that you can remove the others.

Put a new key in front of the old ones, restart Signalbox, run this, and take the old keys away. It may be interrupted
and run again. If a key is lost for good, what only it could decrypt is named, and Signalbox starts without it. The keys
are those of SIGNALBOX_ENCRYPTION_KEYS, else of encryption-keys in the data folder.
`,
  options: {},
  run: async () => {
    const { ring, sealed, lost } = await withDatabase(async (db) => {
      const keys = parseKeyRing(ensureEncryptionKeys(settings()));
      await checkKeys(db, keys, { mayLack: true });
      return { ring: keys, ...(await reencrypt(db, keys)) };
    });
    printText(`Secrets re-encrypted with the key "${ring.active}": ${sealed}`);
    if (lost.length > 0)
      throw new CommandProblem(`These can't be decrypted with any of the keys: ${lost.join(", ")}`, EXIT.failed);
  },
});
