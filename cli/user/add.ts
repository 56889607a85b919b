import { parse } from "@/lib/operation/parse";
import { recordEvent } from "@/lib/operation/record-event";
import { hashPassword } from "@/lib/secret/password";
import { addUser, userEvent } from "@/lib/user/change";
import { NewUserInput } from "@/lib/user/schema";
import { command } from "../terminal/command";
import { printJson, printLine } from "../terminal/print";
import { askNewPassword } from "../terminal/prompt";
import { FROM_CLI, withDatabase } from "./database";

/** `signalbox user add` */
export const add = command({
  usage: "user add <username> --email <address> [options]",
  takes: [1, 1],
  help: `Creates an account. The password is prompted for or read from stdin.

  --email <address>     required
  --name <name>         the person's name; defaults to the username
  --admin               create an administrator
  --json                the account as JSON
`,
  options: {
    email: { type: "string" },
    name: { type: "string" },
    admin: { type: "boolean" },
    json: { type: "boolean" },
  },
  run: async ({ email, name, admin, json }, username = "") => {
    const user = await withDatabase(async (db) => {
      const account = { username, name: name ?? username, email, admin, alert: admin };
      const input = parse(NewUserInput, { ...account, password: await askNewPassword(username) });
      const hash = await hashPassword(input.password);
      return db.transaction(async (tx) => {
        const added = await addUser(tx, input, hash);
        await recordEvent(tx, userEvent(added, "created"), FROM_CLI);
        return added;
      });
    });
    if (json) return printJson(user);
    printLine(`User ${user.username} created${user.admin ? " as an administrator" : ""}`);
  },
});
