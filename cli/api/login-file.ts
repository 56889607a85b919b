import { readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { errorCode } from "@/lib/process/error-code";
import { CommandProblem, EXIT } from "../problem";
import { writeSecretFile } from "../secret-file";
import { type Api, openApi } from "./api";

const Login = z.object({
  url: z.string(),
  token: z.string(),
  username: z.string(),
  /** Whether `login` created the token, so that `logout` may revoke it. */
  own: z.boolean(),
});
export type Login = z.infer<typeof Login>;

/** Stores the address and the token of the last `login`. */
const loginFile = (): string =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), ".config"), "signalbox", "login.json");

export function readLogin(): Login | null {
  let text: string;
  try {
    text = readFileSync(loginFile(), "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
  try {
    return Login.parse(JSON.parse(text));
  } catch {
    throw new CommandProblem(`${loginFile()} is damaged: sign in again`, EXIT.connection);
  }
}

export const writeLogin = (login: Login): void => writeSecretFile(loginFile(), JSON.stringify(login));
export const removeLogin = (): void => rmSync(loginFile(), { force: true });

export const withToken = (url: string, token: string): Api => openApi(url, { authorization: `Bearer ${token}` });

/** Connects as the environment or the last `login` says. A stored token is only sent to its own server. */
export function connect(): Api {
  const { SIGNALBOX_URL: givenUrl, SIGNALBOX_TOKEN: givenToken } = process.env;
  const stored = givenUrl && givenToken ? null : readLogin();
  const url = givenUrl ? parseUrl(givenUrl) : stored?.url;
  if (!url)
    throw new CommandProblem("Not signed in. Example: signalbox login https://signalbox.example.com", EXIT.connection);
  const token = givenToken ?? (stored?.url === url ? stored.token : undefined);
  if (!token)
    throw new CommandProblem(
      `Not signed in to ${url}: set SIGNALBOX_TOKEN, or run signalbox login ${url}`,
      EXIT.connection,
    );
  return withToken(url, token);
}

/** Validates an address and removes the trailing slash. */
export function parseUrl(given: string): string {
  const text = given.trim();
  if (!/^https?:\/\/[^\s/]+/.test(text) || !URL.canParse(text))
    throw new CommandProblem(`"${given}" is not an http or https address. Example: https://signalbox.example.com`);
  const { origin, pathname, username, password } = new URL(text);
  if (username || password) throw new CommandProblem("The address must not contain a username or password");
  return `${origin}${pathname.replace(/\/+$/, "").replace(/\/api$/, "")}`;
}
