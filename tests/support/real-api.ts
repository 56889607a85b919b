import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { listenToAnnouncements } from "@/lib/server/announcements";
import { apiListener } from "@/lib/server/api";
import { wake } from "@/lib/task/queue/waiting-polls";

export type RealApi = { url: string; stop: () => Promise<void> };

/** The product's API in this process, on the test's database; also wakes waiting runners. */
export async function realApi(port = 0): Promise<RealApi> {
  const server = createServer(apiListener());
  const announcements = await listenToAnnouncements(
    process.env.DATABASE_URL ?? "",
    (announcement) => {
      if (announcement.type === "work") wake(announcement);
    },
    () => {},
  );
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await announcements.close();
    },
  };
}
