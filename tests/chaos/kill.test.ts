import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFinal } from "@/lib/protocol/status";
import { stopTask } from "@/lib/task/operations";
import { freshDatabase } from "../support/database";
import { type World, world } from "../support/world";
import { Product } from "./product";

const db = await freshDatabase();
let w: World;
let product: Product;

beforeAll(async () => {
  w = await world(db);
  product = new Product(w);
  await product.start();
});
afterAll(() => product?.stop());

const LINES = 3000;
/** Three thousand numbered lines in about three seconds; the file says how often it ran. */
const counting = (ran: string) =>
  `echo ran >> ${ran}\nfor i in $(seq 1 ${LINES}); do echo "line $i"; [ $((i % 100)) -eq 0 ] && sleep 0.1; done\n`;

const numbered = (output: string[]) => output.filter((line) => line.startsWith("line "));
const expectPrefix = (lines: string[]) => expect(lines).toEqual(lines.map((_, n) => `line ${n + 1}`));
const times = (file: string) => readFileSync(file, "utf8").trim().split("\n").length;
const ranFile = (name: string) => `/tmp/signalbox-${process.pid}-${name}`;

test("the web process is killed in the middle of a log: the task goes on, and every line arrives once and in order", async () => {
  const ran = ranFile("web");
  const task = await product.run("web killed", counting(ran));
  await product.until(task, ({ log_lines }) => log_lines > 300);
  await product.killWeb();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await product.startWeb();
  expect(await product.until(task, ({ status }) => isFinal(status))).toMatchObject({ status: "success" });
  const lines = numbered(await product.output(task));
  expect(lines).toHaveLength(LINES);
  expectPrefix(lines);
  expect(times(ran)).toBe(1);
});

test("the runner is killed in the middle of a task: an error with a gap-free log and one marker, never a second run", async () => {
  const ran = ranFile("runner");
  const task = await product.run("runner killed", counting(ran));
  await product.until(task, ({ log_lines }) => log_lines > 300);
  await product.killRunner();
  product.startRunner();
  expect(await product.until(task, ({ status }) => isFinal(status))).toMatchObject({
    status: "error",
    reason: "runner_restarted",
  });
  const output = await product.output(task);
  const lines = numbered(output);
  expect(lines.length).toBeGreaterThan(250);
  expectPrefix(lines);
  expect(output.filter((line) => line.startsWith("signalbox:"))).toHaveLength(1);
  expect(output.at(-1)).toContain("the log ends here");
  expect(times(ran)).toBe(1);
  expect(processesOf(ran)).toEqual([]);
});

test("force stop leaves no process behind, not even one that left the group and ignores signals", async () => {
  const mark = ranFile("escape");
  const task = await product.run(
    "escape",
    `trap '' INT TERM\nsetsid bash -c "trap '' INT TERM HUP; sleep 300 # ${mark}" &\necho up\nwait\n`,
  );
  await product.until(task, ({ log_lines }) => log_lines > 2);
  await w.call(stopTask, "owner", { projectId: w.projectId, taskId: task }, { force: true });
  expect(await product.until(task, ({ status }) => isFinal(status))).toMatchObject({ status: "stopped" });
  expect(processesOf(mark)).toEqual([]);
});

test("the web process has no children: tools run below the runner only", async () => {
  const task = await product.run("tree", "sleep 2\n");
  await product.until(task, ({ status }) => status === "running");
  const children = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === product.webPid);
  expect(children.map(commandOf)).toEqual([]);
});

const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");
const commandOf = (pid: string) => read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
const parentOf = (pid: string) => Number(/\) \S (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1]);
const processesOf = (mark: string) =>
  readdirSync("/proc").filter(
    (pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid && commandOf(pid).includes(mark),
  );
