import { io, type Socket } from "socket.io-client";
import { beforeAll, expect, test, vi } from "vitest";
import { listenToAnnouncements } from "@/lib/server/announcements";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { taskSite } from "../support/task-site";
import { serveHub } from "./serve-hub";

const db = await freshDatabase();
const site = await taskSite(db);
const runner = await HandRunner.start(db);
let client: Socket;
/** What the browser has received of tasks and logs, as it came over the wire. */
let messages: string[];

beforeAll(async () => {
  const { hub, url } = await serveHub();
  const listening = await listenToAnnouncements(
    process.env.DATABASE_URL ?? "",
    (announcement) => announcement.type !== "work" && hub.announce(announcement),
    () => {},
  );
  const cookie = `semaphore=${site.w.sessionIds.owner}`;
  client = io(url, { transports: ["websocket"], extraHeaders: { cookie } });
  await new Promise<void>((resolve) => client.once("connect", resolve));
  client.io.engine.on("packet", ({ data }: { data?: unknown }) => {
    if (/^2\["(task|log)"/.test(String(data))) messages.push(String(data));
  });
  await client.emitWithAck("project", site.w.projectId);
  return async () => {
    client.disconnect();
    await hub.close();
    await listening.close();
  };
});

/** A task whose log the browser watches; with the end, the browser has received everything. */
async function watchTask(run: (ref: Awaited<ReturnType<HandRunner["take"]>>) => Promise<unknown>): Promise<void> {
  messages = [];
  await site.start(await site.template());
  const ref = await runner.take();
  await client.emitWithAck("watch", site.w.projectId, ref.task_id);
  await run(ref);
  await runner.finish(ref);
  await vi.waitFor(() => expect(messages.at(-1)).toContain('"status":"success"'));
}

const about = (kind: "task" | "log") => messages.filter((text) => text.startsWith(`2["${kind}"`));
const sizeOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

test("a browser hears of a short task once for each status at most, and of a line that comes alone in one message", async () => {
  await watchTask((ref) => runner.log(ref, ["hello"]));
  expect(about("task").length).toBeGreaterThanOrEqual(2);
  // Waiting, starting, running and success; those of one moment share a message.
  expect(about("task").length).toBeLessThanOrEqual(4);
  expect(sizeOf(about("task"))).toBeLessThan(300 * about("task").length);
  expect(about("log")).toHaveLength(1);
  expect(sizeOf(about("log"))).toBeLessThan("hello".length + 125);
});

test("lines that were stored together arrive together, with 4 bytes for each beside its text", async () => {
  const lines = Array.from({ length: 600 }, (_, n) => `line ${n} ${"x".repeat(80)}`);
  await watchTask((ref) => runner.log(ref, lines));
  expect(about("log")).toHaveLength(1);
  const text = lines.join("").length;
  expect(sizeOf(about("log"))).toBeGreaterThan(text);
  expect(sizeOf(about("log"))).toBeLessThan(text + 4 * lines.length + 125);
});
