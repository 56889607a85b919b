import type { Server } from "node:http";
import type { Settings } from "@/lib/settings/settings";

/** Resolves when the server takes connections; rejects when it cannot listen there. */
export function listen(server: Server, { port, host }: Pick<Settings, "port" | "host">): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
