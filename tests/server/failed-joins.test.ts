import { sql } from "drizzle-orm";
import { io } from "socket.io-client";
import { afterAll, expect, test, vi } from "vitest";
import { CATCH_UP_MS } from "@/lib/protocol/socket";
import { freshDatabase } from "../support/database";
import { taskSite } from "../support/task-site";
import { serveHub } from "./serve-hub";

const db = await freshDatabase();
const site = await taskSite(db);
const { w } = site;

vi.useFakeTimers({ toFake: ["performance"] });
const { hub, url } = await serveHub();

// From then on, it knows what changed before a join.
vi.advanceTimersByTime(CATCH_UP_MS + 1);

afterAll(async () => {
  vi.useRealTimers();
  await hub.close();
});

async function connected() {
  const extraHeaders = { cookie: `semaphore=${w.sessionIds.guest}` };
  const client = io(url, { transports: ["websocket"], reconnection: false, forceNew: true, extraHeaders });
  await expect.poll(() => client.connected, { timeout: 5000 }).toBe(true);
  return client;
}

/** Postgres refuses each statement that needs the table. */
async function without(table: string, run: () => Promise<unknown>): Promise<void> {
  const [here, away] = [sql.identifier(table), sql.identifier(`${table}_away`)];
  await db.execute(sql`alter table ${here} rename to ${away}`);
  await run().finally(() => db.execute(sql`alter table ${away} rename to ${here}`));
}

test.each([
  ["a join", "sessions", "project"],
  ["what changed before a join", "tasks", "project"],
  ["a watch", "task_attempts", "watch"],
] as const)(
  "a socket that waits for %s is closed when the database fails, and begins again",
  async (_, table, event) => {
    const taskId = await site.start(await site.template());
    const ids = event === "watch" ? [w.projectId, taskId] : [w.projectId];
    hub.announce({ type: "task", project_id: w.projectId, task_id: taskId });
    const client = await connected();
    await without(table, async () => {
      client.emit(event, ...ids, () => undefined);
      await expect.poll(() => client.connected, { timeout: 5000 }).toBe(false);
    });
    const again = await connected();
    expect(await again.timeout(5000).emitWithAck(event, ...ids)).toMatchObject({ ok: true });
    again.disconnect();
  },
);
