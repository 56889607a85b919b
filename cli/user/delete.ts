import { announceAll } from "@/lib/operation/announce";
import { removeUser } from "@/lib/user/change";
import { command } from "../terminal/command";
import { printLine } from "../terminal/print";
import { FROM_CLI, requireUser, withDatabase } from "./database";

/** Access to the server's database implies an administrator's permissions. */
const ADMINISTRATOR = { admin: true };

/** `signalbox user delete` */
export const remove = command({
  usage: "user delete <username>",
  takes: [1, 1],
  help: `Deletes an account with its sessions, tokens and memberships. The last administrator can't be deleted.
`,
  options: {},
  run: async (_values, login = "") => {
    await withDatabase(async (db) => {
      const { id, username } = await requireUser(db, login);
      await announceAll(db, await db.transaction((tx) => removeUser(tx, ADMINISTRATOR, id, FROM_CLI)));
      printLine(`User ${username} is deleted`);
    });
  },
});
