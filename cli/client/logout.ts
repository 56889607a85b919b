import { z } from "zod";
import { ApiToken } from "@/lib/session/schema";
import { ApiProblem } from "../api/api";
import { type Login, readLogin, removeLogin, withToken } from "../api/login-file";
import { command } from "../terminal/command";
import { printJson, printLine, printNote } from "../terminal/print";

/** `signalbox logout`: ends the token that `login` made and forgets it. */
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

/** Ends the token at its server. Says so when that cannot be reached: the token then still works. */
export async function endLogin({ url, token, own }: Login): Promise<boolean> {
  if (!own) return false;
  const api = withToken(url, token);
  try {
    // By its prefix: the whole token would stand in the server's access log.
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
