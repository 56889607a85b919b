import { signedIn } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { AppError } from "@/lib/operation/errors";
import { NoContent, NoInput, NoParams } from "@/lib/operation/fields";

/** The server takes a handshake before it gets here (lib/server/legacy-websocket.ts); this answers a plain request. */
export const openSocket = operation({
  name: "task.socket",
  summary: "Websocket with every task change and log line of the caller's projects",
  transaction: "none",
  access: signedIn,
  params: NoParams,
  input: NoInput,
  output: NoContent,
  run: async () => {
    throw new AppError("invalid", { key: "websocketRequired" });
  },
});
