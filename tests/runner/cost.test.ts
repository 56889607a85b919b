import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { fileCalls } from "../support/file-calls";
import { runnerSite } from "../support/runner-site";

const LINES = 20_000;
const LINE = "line 000001 of a long log\n";

const site = runnerSite();

/** What the runner sends from the announcement of a task to its end, polls included. */
async function callsFor(script: string) {
  const { console: server } = site;
  site.write("run.sh", script);
  server.takesRawLogs = true;
  await site.start();
  await server.until("it polls", () => server.calls.some(({ path }) => path === "/poll"));
  const before = server.calls.length;
  const task = server.add({ repository: site.files });
  await server.finished(task);
  // A poll that its end made outdated would follow at once.
  await sleep(100);
  const calls = server.calls.slice(before).map(({ path, bytes }) => ({ verb: path.split("/").at(-1) ?? "", bytes }));
  return { lines: task.lines.length, calls };
}

const counted = (calls: readonly { verb: string }[], verb: string): number =>
  calls.filter((call) => call.verb === verb).length;
const bytesOf = (calls: readonly { bytes: number }[]): number => calls.reduce((sum, { bytes }) => sum + bytes, 0);

test("an echo task takes few calls: one poll, the last lines come with its end, and no call carries less than a line", async () => {
  const { lines, calls } = await callsFor("echo hello\n");
  expect(counted(calls, "begin")).toBe(1);
  expect(counted(calls, "finish")).toBe(1);
  expect(counted(calls, "progress")).toBeLessThanOrEqual(1);
  expect(counted(calls, "poll")).toBe(1);
  expect(counted(calls, "log")).toBeLessThanOrEqual(lines);
  expect(bytesOf(calls)).toBeGreaterThan(500);
  expect(bytesOf(calls)).toBeLessThan(2_500);
});

/** Each takes about 0.1 ms of processor time; the runner's own small files do without. */
test("an echo task takes few trips of file calls through the thread pool", async () => {
  const { console: server, folder, files } = site;
  const calls = fileCalls(folder);
  site.write("run.sh", "echo hello\n");
  const runner = await site.start(calls.env);
  await server.finished(server.add({ repository: files }));
  await server.until("its folder is removed", () => site.attempts().length === 0);
  const count = await calls.during(runner, async () => {
    await server.finished(server.add({ repository: files }));
    await server.until("its folder is removed", () => site.attempts().length === 0);
  });
  expect(count).toBeGreaterThan(2);
  expect(count).toBeLessThanOrEqual(10);
});

test("a long log takes hardly more bytes than its text, in large pieces", async () => {
  const { lines, calls } = await callsFor(`seq -f 'line %06.0f of a long log' 1 ${LINES}\n`);
  expect(lines).toBeGreaterThan(LINES);
  const text = LINES * LINE.length;
  expect(bytesOf(calls)).toBeGreaterThan(text);
  expect(bytesOf(calls)).toBeLessThan(1.05 * text);
  expect(counted(calls, "log")).toBeLessThanOrEqual(40);
});
