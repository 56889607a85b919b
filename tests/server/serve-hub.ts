import { createServer } from "node:http";
import { type Hub, startHub } from "@/lib/server/hub";
import { listen } from "../support/listen";

/** A hub on a server of its own, which ends with it. */
export async function serveHub(limits?: Parameters<typeof startHub>[1]): Promise<{ hub: Hub; url: string }> {
  const server = createServer();
  const hub = startHub(server, limits);
  const { url } = await listen(server);
  return { hub, url };
}
