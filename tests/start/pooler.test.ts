import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkPooling } from "@/cli/start/pooler";
import { openDatabase } from "@/db/client";
import { repositories } from "@/db/schema/repositories";
import { tasks } from "@/db/schema/tasks";
import { startNode } from "../server/processes";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type TaskSite, taskSite } from "../support/task-site";
import { findTool, requireTool } from "../support/tools";
import { type Pgbouncer, startPgbouncer } from "./pgbouncer";

const db = await freshDatabase();
const direct = process.env.DATABASE_URL ?? "";
const testWithPooler = requireTool("pgbouncer");

let pooler: Pgbouncer | undefined;
let site: TaskSite;
const folder = mkdtempSync(join(tmpdir(), "signalbox-pooled-"));

beforeAll(async () => {
  site = await taskSite(db);
  if (findTool("pgbouncer")) pooler = await startPgbouncer(direct);
});
afterAll(async () => {
  await pooler?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const pooled = () => pooler?.url ?? "";
const check = (url: string, databaseDirectUrl?: string, preparedStatements = true) =>
  checkPooling(url, { databaseDirectUrl, preparedStatements });

test("Postgres itself needs no settings", async () => {
  await expect(check(direct)).resolves.toBeUndefined();
});

testWithPooler("a pooler without a direct address stops the start with the name of the setting", async () => {
  await expect(check(pooled())).rejects.toThrow(/pooler.*SIGNALBOX_DATABASE_DIRECT_URL=postgres:/);
});

testWithPooler("a pooler without prepared statements does so too", async () => {
  await expect(check(pooled(), direct)).rejects.toThrow(/prepared statements.*SIGNALBOX_PREPARED_STATEMENTS=off/);
});

testWithPooler("the direct address must not lead to a pooler", async () => {
  await expect(check(pooled(), pooled(), false)).rejects.toThrow(/SIGNALBOX_DATABASE_DIRECT_URL leads to/);
  await expect(check(pooled(), direct, false)).resolves.toBeUndefined();
});

testWithPooler("twenty tasks at once go through the pooler, each with its own transactions", async () => {
  const through = openDatabase(pooled(), { isPooled: true, prepare: false });
  try {
    const template = await site.template({ allow_parallel_tasks: true });
    await Promise.all(Array.from({ length: 20 }, () => site.start(template)));
    const runners = await Promise.all(Array.from({ length: 5 }, () => HandRunner.start(through)));
    const work = async (runner: HandRunner) => {
      for (;;) {
        const [ref] = (await runner.poll(1, [], AbortSignal.timeout(500))).tasks;
        if (!ref) return;
        await runner.begin(ref);
        await runner.finish(ref, "success", { total_lines: 0, checksum: 0 });
      }
    };
    await Promise.all(runners.map(work));
    expect(await db.$count(tasks, eq(tasks.status, "success"))).toBe(20);
  } finally {
    await through.close();
  }
});

testWithPooler("the whole product runs a task through the pooler", async () => {
  writeFileSync(join(folder, "run.sh"), "echo hello\n");
  await db.update(repositories).set({ git_url: folder, git_branch: "" });
  const console = await startNode(() => ["dist/cli.mjs", "start"], {
    DATABASE_URL: pooled(),
    SIGNALBOX_DATABASE_DIRECT_URL: direct,
    SIGNALBOX_PREPARED_STATEMENTS: "off",
    SIGNALBOX_DATA_DIR: join(folder, "data"),
  });
  try {
    const id = await site.start(await site.template());
    const look = async () => (await site.look(id)).status;
    await expect.poll(look, { timeout: 20_000, interval: 100 }).toBe("success");
  } finally {
    await console.stop();
  }
});
