import { hostname } from "node:os";
import { ApiToken, LoginOptions } from "@/lib/session/schema";
import { CurrentUser } from "@/lib/user/schema";
import { type Api, openApi } from "../api/api";
import { parseUrl, readLogin, removeLogin, withToken, writeLogin } from "../api/login-file";
import { CommandProblem, EXIT } from "../problem";
import { command } from "../terminal/command";
import { printJson, printNote, printText } from "../terminal/print";
import { ask, askSecret } from "../terminal/prompt";
import { endLogin } from "./logout";

/** `signalbox login`: stores a token for the commands that follow. */
export const login = command({
  usage: "login [<address>] [options]",
  takes: [0, 1],
  help: `Signs in to a Signalbox server and stores a token in a file that only you can read.
The password is asked for, or read from stdin; it is never an argument.

  --username <name>     username or email; prompted for by default
  --with-token          use an existing API token instead of a username and password
  --json                who signed in, as JSON
`,
  options: { username: { type: "string" }, "with-token": { type: "boolean" }, json: { type: "boolean" } },
  run: async (values, address = process.env.SIGNALBOX_URL ?? "") => {
    if (address === "")
      throw new CommandProblem(
        "Enter the address of the server. Example: signalbox login https://signalbox.example.com",
      );
    const url = parseUrl(address);
    warnOfPlainHttp(url);
    const own = !values["with-token"];
    const token = own ? await makeToken(url, values.username) : (await askSecret("API token: ")).trim();
    const user = await withToken(url, token).read("GET /user", {}, CurrentUser);
    const before = readLoginOrNone();
    writeLogin({ url, token, username: user.username, own });
    if (before?.token !== token && before) await endLogin(before);
    if (values.json) printJson({ url, username: user.username, name: user.name });
    else printText(`Signed in to ${url} as ${user.username}`);
  },
});

/** Signs in with a password, creates a token, and ends the session. */
async function makeToken(url: string, username: string | undefined): Promise<string> {
  const anonymous = openApi(url, {});
  const { login_with_password: withPassword } = await anonymous.read("GET /auth/login", {}, LoginOptions);
  if (!withPassword)
    throw new CommandProblem(
      `${url} doesn't accept passwords. Create an API token there under Edit account, then run: signalbox login ${url} --with-token`,
    );
  const auth = username ?? (await ask("Username or email: "));
  const session = await openSession(anonymous, { auth, password: await askSecret(`Password on ${hostOf(url)}: `) });
  try {
    return (await session.read("POST /user/tokens", {}, ApiToken)).id;
  } finally {
    await session.send("POST", "/auth/logout");
  }
}

async function openSession(anonymous: Api, credentials: { auth: string; password: string }): Promise<Api> {
  const response = await anonymous.send("POST", "/auth/login", credentials).catch((error: unknown) => {
    if (error instanceof CommandProblem && "status" in error && error.status === 401)
      throw new CommandProblem("Wrong username or password", EXIT.connection);
    throw error;
  });
  const [cookie = ""] = (response.headers.get("set-cookie") ?? "").split(";", 1);
  return openApi(anonymous.url, { cookie });
}

const hostOf = (url: string): string => new URL(url).host;

function warnOfPlainHttp(url: string): void {
  const { protocol, hostname: name } = new URL(url);
  const isHere = ["localhost", "127.0.0.1", "[::1]", hostname()].includes(name);
  if (protocol === "http:" && !isHere) printNote(`${url} is not encrypted: others on the network can read the traffic`);
}

function readLoginOrNone() {
  try {
    return readLogin();
  } catch (error) {
    if (!(error instanceof CommandProblem)) throw error;
    removeLogin();
    return null;
  }
}
