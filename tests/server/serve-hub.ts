import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Hub, startHub } from "@/lib/server/hub";

/** A hub on a server of its own, which ends with it. */
export async function serveHub(): Promise<{ hub: Hub; url: string }> {
  const http = createServer();
  const hub = startHub(http);
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  return { hub, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` };
}
