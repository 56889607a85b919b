import type { Server } from "node:http";
import type { Settings } from "@/lib/settings/settings";

/** Resolves when the server accepts connections; rejects if it cannot listen. */
export function listen(server: Server, { port, host }: Pick<Settings, "port" | "host">): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
