import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFinal } from "@/lib/protocol/status";
import { confirmTask, stopTask } from "@/lib/task/operations";
import { freshDatabase } from "../support/database";
import { requireTool } from "../support/tools";
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
/** Prints about a thousand numbered lines a second; the file counts its starts. */
const counting = (ran: string, lines: number) =>
  `echo ran >> ${ran}\nfor i in $(seq 1 ${lines}); do echo "line $i"; [ $((i % 100)) -eq 0 ] && sleep 0.1; done\n`;

const numbered = (output: string[]) => output.filter((line) => line.startsWith("line "));
const expectPrefix = (lines: string[]) => expect(lines).toEqual(lines.map((_, n) => `line ${n + 1}`));
const times = (file: string) => readFileSync(file, "utf8").trim().split("\n").length;

test("the web process is killed in the middle of a log: the task continues, and every line arrives once and in order", async () => {
  const ran = product.place("web-ran");
  const task = await product.run("web killed", counting(ran, LINES));
  await product.until(task, ({ log_lines }) => log_lines > 300);
  await product.killWeb();
  await sleep(1500);
  await product.startWeb();
  expect(await product.until(task, ({ status }) => isFinal(status))).toMatchObject({ status: "success" });
  const lines = numbered(await product.output(task));
  expect(lines).toHaveLength(LINES);
  expectPrefix(lines);
  expect(times(ran)).toBe(1);
});

test("the runner is killed in the middle of a task: an error with a gap-free log and one marker, never a second run", async () => {
  const ran = product.place("runner-ran");
  const task = await product.run("runner killed", counting(ran, 60 * LINES));
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

test("force stop leaves no process, not even one that left the group and ignores signals", async () => {
  const mark = product.place("escape");
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

const resource = (input: string) => `resource "terraform_data" "x" { input = "${input}" }\n`;

describe("a plan survives a kill of web and runner while it waits for confirmation", () => {
  const confirm = (taskId: number) => w.call(confirmTask, "owner", { projectId: w.projectId, taskId }, {});
  const attempts = (taskId: number) =>
    db.execute<{ instance_id: string; applied: boolean }>(sql`
      select instance_id, applied_at is not null as applied from task_attempts where task_id = ${taskId}`);

  /** Ends with a repository that differs from the plan. */
  async function planAndKill(name: string): Promise<{ task: number; folder: string }> {
    const folder = product.files("main.tf", resource("planned"));
    const task = await product.runIn(folder, { name, app: "terraform", playbook: "" });
    await product.until(task, ({ status }) => status === "waiting_confirmation");
    await Promise.all([product.killWeb(), product.killRunner()]);
    writeFileSync(join(folder, "main.tf"), resource("changed since"));
    return { task, folder };
  }

  async function expectApplied({ task, folder }: { task: number; folder: string }): Promise<void> {
    expect(await product.until(task, ({ status }) => isFinal(status))).toMatchObject({ status: "success" });
    const output = (await product.output(task)).join("\n");
    expect(output.match(/Terraform will perform the following actions/g)).toHaveLength(1);
    expect(output).toContain("1 added, 0 changed, 0 destroyed");
    expect(read(join(folder, "terraform.tfstate"))).toContain('"value": "planned"');
    expect(await attempts(task)).toMatchObject([{ applied: true }]);
  }

  if (process.env.SIGNALBOX_TEST_LONG === "1")
    requireTool("terraform")("is applied unchanged, confirmed when both are back", async () => {
      const planned = await planAndKill("plan, then both");
      const [before] = await attempts(planned.task);
      await product.startWeb();
      product.startRunner();
      await expect.poll(() => attempts(planned.task), { timeout: 60_000 }).not.toEqual([before]);
      await confirm(planned.task);
      await expectApplied(planned);
    });

  requireTool("terraform")("is applied unchanged, confirmed before the runner is back", async () => {
    const planned = await planAndKill("plan, then web");
    await product.startWeb();
    await confirm(planned.task);
    product.startRunner();
    await expectApplied(planned);
  });
});

const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");
const commandOf = (pid: string) => read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
const parentOf = (pid: string) => Number(/\) \S (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1]);
const processesOf = (mark: string) =>
  readdirSync("/proc").filter(
    (pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid && commandOf(pid).includes(mark),
  );
