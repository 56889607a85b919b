import { announceAll } from "@/lib/operation/announce";
import { parse } from "@/lib/operation/parse";
import { recordEvents } from "@/lib/operation/record-event";
import { hashPassword } from "@/lib/secret/password";
import { expireTokensOf, storePassword } from "@/lib/user/password";
import { PasswordInput } from "@/lib/user/schema";
import { CommandProblem } from "../problem";
import { command } from "../terminal/command";
import { printLine } from "../terminal/print";
import { askNewPassword } from "../terminal/prompt";
import { FROM_CLI, requireUser, withDatabase } from "./database";

/** `signalbox user password`: resets a password, also when no administrator can sign in. */
export const password = command({
  usage: "user password <username> [options]",
  takes: [1, 1],
  help: `Sets an account's password, prompted for or read from stdin. Its sessions and API tokens are revoked.

  --keep-tokens         keep the API tokens
`,
  options: { "keep-tokens": { type: "boolean" } },
  run: async ({ "keep-tokens": keepTokens }, login = "") => {
    await withDatabase(async (db) => {
      const { id, username, external } = await requireUser(db, login);
      if (external)
        throw new CommandProblem(`${username} signs in through an identity provider and has no password here`);
      const input = parse(PasswordInput, { password: await askNewPassword(username) });
      const hash = await hashPassword(input.password);
      await db.transaction(async (tx) => {
        await storePassword(tx, id, hash, null);
        const ended = keepTokens ? [] : await expireTokensOf(tx, id);
        const event = { object_type: "user", object_id: id, description: `Password of user ${username} changed` };
        await recordEvents(
          tx,
          [event, ...ended].map((line) => ({ event: line, scope: FROM_CLI })),
        );
      });
      await announceAll(db, [{ type: "access", user_id: id }]);
      printLine(`The password of ${username} is set`);
    });
  },
});
