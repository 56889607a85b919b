import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { createInventory } from "@/lib/inventory/operations";
import { queueHeads, type Waiting } from "@/lib/queue/candidates";
import { waitingReasons } from "@/lib/queue/waiting";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type TaskSite, taskSite } from "../support/task-site";

const db = await freshDatabase();
let site: TaskSite;
beforeAll(async () => {
  site = await taskSite(db);
});
beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
});

const change = (templateId: number, values: Partial<typeof templates.$inferInsert>) =>
  db.update(templates).set(values).where(eq(templates.id, templateId));

const offered = async (runner: HandRunner, free = 5) =>
  (await runner.poll(free, [], AbortSignal.timeout(300))).tasks.map(({ task_id }) => task_id);

const waitingFor = async (taskId: number) => (await site.look(taskId)).waiting_for;

describe("tasks of one template that need different runners", () => {
  test.each([
    ["another tag", { runner_tag: "dmz" }, { runner_tag: "" }, { code: "no_tag", tag: "dmz" }],
    ["another application", { app: "pulumi" }, { app: "bash" }, { code: "no_tool", tool: "pulumi" }],
  ])("a task that needs %s doesn't hide the one behind it", async (_, first, second, reason) => {
    const template = await site.template({ allow_parallel_tasks: true, ...first });
    const stuck = await site.start(template);
    await change(template, second);
    const free = await site.start(template);
    const runner = await HandRunner.start(db);
    expect(await waitingFor(stuck)).toEqual(reason);
    expect(await waitingFor(free)).toBeNull();
    expect(await offered(runner)).toEqual([free]);
  });

  test.each([['["-e","x=1"]'], ['["--extra-vars={\\"x\\": 1}"]'], ['["-v","-ex=1"]']])(
    "a task with variables waits for a newer runner, and hides none behind it: %s",
    async (args) => {
      const template = await site.template({
        allow_parallel_tasks: true,
        app: "ansible",
        inventory_id: site.r.inventoryId,
        allow_override_args_in_task: true,
      });
      const stuck = await site.start(template, { arguments: args });
      const free = await site.start(template, { arguments: '["-v"]' });
      const old = await HandRunner.start(db, { protocol: 1 });
      expect(await offered(old)).toEqual([free]);
      expect(await waitingFor(stuck)).toEqual({ code: "runner_outdated" });
      expect(await offered(await HandRunner.start(db))).toEqual([stuck]);
    },
  );

  test("still run in order if the template allows one at a time, and show the reason", async () => {
    const template = await site.template({ runner_tag: "dmz" });
    const stuck = await site.start(template);
    await change(template, { runner_tag: "" });
    const behind = [await site.start(template), await site.start(template)];
    const runner = await HandRunner.start(db);
    expect(await offered(runner)).toEqual([]);
    expect(await waitingFor(stuck)).toEqual({ code: "no_tag", tag: "dmz" });
    for (const id of behind) expect(await waitingFor(id)).toEqual({ code: "template_order", held_by: [stuck] });
    expect(await offered(await HandRunner.start(db, { tags: ["dmz"] }))).toEqual([stuck]);
  });
});

test("a task that waits for its state doesn't hide the one behind it, which works on another", async () => {
  const workspace = async (name: string) => {
    const input = { name, type: "terraform-workspace", inventory: name };
    return (await site.w.call(createInventory, "owner", { projectId: site.w.projectId }, input)).id;
  };
  const [inventory_id, other] = [await workspace("a"), await workspace("b")];
  const launch = { inventory: "allowed" };
  const parallel = { app: "terraform", playbook: "", inventory_id, launch, allow_parallel_tasks: true };
  const template = await site.template(parallel);
  const busy = await site.start(template);
  const runner = await HandRunner.start(db);
  expect(await offered(runner)).toEqual([busy]);
  const stuck = [await site.start(template), await site.start(template)];
  const free = await site.start(template, { inventory_id: other });
  for (const id of stuck) expect(await waitingFor(id)).toEqual({ code: "state_busy", held_by: [busy] });
  expect(await waitingFor(free)).toBeNull();
  const heads = (await db.execute<Waiting>(queueHeads())).map(({ id }) => id);
  expect(heads).toEqual([stuck[0], free]);
  expect(await offered(await HandRunner.start(db))).toEqual([free]);
});

test("each template has one head for each kind of runner that its tasks need, the oldest of them", async () => {
  const template = await site.template({ allow_parallel_tasks: true });
  const heads = [await site.start(template)];
  await site.start(template);
  await change(template, { runner_tag: "dmz" });
  heads.push(await site.start(template));
  await site.start(template);
  await change(template, { app: "python" });
  heads.push(await site.start(template));
  expect((await db.execute<Waiting>(queueHeads())).map(({ id }) => id)).toEqual(heads);
});

describe("100,000 waiting tasks", () => {
  /** Rows of the table that this connection has read and not yet added to the database's statistics. */
  async function rowsCounted(tx: Db): Promise<number> {
    const [row] = await tx.execute<{ rows: number }>(sql`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
      where relname = 'tasks'`);
    return row?.rows ?? 0;
  }

  /** How many rows of the table `read` scans. */
  const rowsRead = (read: (tx: Db) => Promise<unknown>): Promise<number> =>
    db.transaction(async (tx) => {
      const before = await rowsCounted(tx);
      await read(tx);
      return (await rowsCounted(tx)) - before;
    });

  test("slow down neither a claim nor the reason of a waiting task", async () => {
    await db.delete(tasks);
    const templateId = await site.template({ allow_parallel_tasks: true });
    const oldest = await site.start(templateId);
    await db.execute(sql`insert into tasks (project_id, template_id, status, snapshot)
      select project_id, template_id, status, snapshot from tasks, generate_series(2, 100000)`);
    const [claim, reason] = [
      await rowsRead((tx) => tx.execute(queueHeads())),
      await rowsRead((tx) => waitingReasons(tx, [oldest + 50_000])),
    ];
    for (const rows of [claim, reason]) expect([rows > 0, rows < 10]).toEqual([true, true]);
  }, 60_000);
});
