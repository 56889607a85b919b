import { z } from "zod";
import { ApiToken } from "@/lib/session/schema";
import { ApiProblem } from "../api/api";
import { type Login, readLogin, removeLogin, withToken } from "../api/login-file";
import { command } from "../terminal/command";
import { printJson, printLine, printNote } from "../terminal/print";

/** `signalbox logout`: revokes the token that `login` created and deletes it here. */
export const logout = command({
  usage: "logout [options]",
  takes: [0, 0],
  help: `Deletes the stored server and token, and revokes the token if login created it.

  --json                as JSON
`,
  options: { json: { type: "boolean" } },
  run: async ({ json }) => {
    const stored = readLogin();
    removeLogin();
    const ended = stored ? await endLogin(stored) : false;
    if (json) printJson({ url: stored?.url ?? null, token_ended: ended });
    else printLine(stored ? `Signed out of ${stored.url}` : "You were not signed in");
  },
});

/** Revokes the token at its server. False when the server can't be reached; the token then stays valid. */
export async function endLogin({ url, token, own }: Login): Promise<boolean> {
  if (!own) return false;
  const api = withToken(url, token);
  try {
    // By its prefix, because the whole token would appear in the server's access log.
    const prefix = (await api.read("GET /user/tokens", {}, z.array(ApiToken))).find(({ id }) =>
      token.startsWith(id),
    )?.id;
    if (prefix) await api.call("DELETE /user/tokens/:tokenId", { params: { tokenId: prefix } });
    return true;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.status !== 401) printNote(`The old token could not be revoked: ${error.message}`);
    return false;
  }
}
