import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { openDatabase } from "@/db/client";
import { stopTask } from "@/lib/task/operations";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type TaskSite, taskSite } from "../support/task-site";

const db = await freshDatabase();
let site: TaskSite;

/** A function of the same name takes precedence over Postgres's own, and fails. */
beforeAll(async () => {
  site = await taskSite(db);
  const admin = openDatabase(process.env.DATABASE_URL ?? "", { max: 1 });
  await admin.execute(sql`create schema broken`);
  await admin.execute(sql`create function broken.pg_notify(text, text) returns void language plpgsql as
    $$ begin raise exception 'no room in the queue of notifications'; end $$`);
  await admin.execute(sql`do $$ begin
    execute format('alter database %I set search_path = broken, public, pg_catalog', current_database()); end $$`);
  await admin.execute(sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await admin.close();
});

test("a change is committed and reported as a success even if it can't be announced", async () => {
  await expect(db.execute(sql`select pg_notify('a', 'b')`)).rejects.toThrow("Failed query");
  const taskId = await site.start(await site.template());
  expect((await site.look(taskId)).status).toBe("waiting");
  await site.w.call(stopTask, "owner", { projectId: site.w.projectId, taskId }, {});
  expect((await site.look(taskId)).status).toBe("stopped");
});

test("a runner gets its task even if nothing can be announced", async () => {
  const taskId = await site.start(await site.template());
  const runner = await HandRunner.start(db);
  const { tasks } = await runner.poll();
  expect(tasks).toEqual([{ task_id: taskId, attempt: 1 }]);
  await runner.begin({ task_id: taskId, attempt: 1 });
  expect((await site.look(taskId)).status).toBe("running");
});
