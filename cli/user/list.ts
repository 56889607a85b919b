import { listUsers } from "@/lib/user/store";
import { command } from "../terminal/command";
import { printJson, printTable } from "../terminal/print";
import { withDatabase } from "./database";

/** `signalbox user list` */
export const list = command({
  usage: "user list [options]",
  takes: [0, 0],
  help: `Lists all accounts.

  --json                as JSON
`,
  options: { json: { type: "boolean" } },
  run: async ({ json }) => {
    const users = await withDatabase(listUsers);
    if (json) return printJson(users);
    printTable(
      ["ID", "USERNAME", "NAME", "EMAIL", "ADMIN", "SIGNS IN"],
      users.map(({ id, username, name, email, admin, external }) => [
        id,
        username,
        name,
        email,
        admin ? "yes" : "no",
        external ? "external" : "password",
      ]),
    );
  },
});
