import { createServer } from "node:http";
import { listenToAnnouncements } from "@/lib/server/announcements";
import { apiListener } from "@/lib/server/api";
import { wake } from "@/lib/task/queue/waiting-polls";
import { listen } from "./listen";

export type RealApi = { url: string; stop: () => Promise<void> };

/** The product's API in this process, on the test's database; also wakes waiting runners. */
export async function realApi(port = 0): Promise<RealApi> {
  const announcements = await listenToAnnouncements(
    process.env.DATABASE_URL ?? "",
    (announcement) => {
      if (announcement.type === "work") wake(announcement);
    },
    () => {},
  );
  const { url, stop } = await listen(createServer(apiListener()), port);
  return {
    url,
    async stop() {
      await stop();
      await announcements.close();
    },
  };
}
