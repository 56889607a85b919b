import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { GET as getOutput } from "@/app/api/project/[projectId]/tasks/[taskId]/output/route";
import { GET as getText } from "@/app/api/project/[projectId]/tasks/[taskId]/raw_output/route";
import { database } from "@/db/client";
import { countStatements, freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { send } from "../support/http";
import { taskSite } from "../support/task-site";

const PIECES = 4;
const LINES = 600;

const db = await freshDatabase();
const site = await taskSite(db);
const runner = await HandRunner.start(db);

/** Ends in digits, so that it compresses like a log and not like a repeated line. */
const line = (n: number) => `changed: [web7.example.com] => (item=package) ${n} ${Math.sin(n)}`;

test("a line of a log takes little beside its text: nothing in Postgres, and 85 bytes as JSON", async () => {
  const lines = Array.from({ length: PIECES * LINES }, (_, n) => line(n));
  await site.start(await site.template());
  const ref = await runner.take();
  for (let first = 0; first < lines.length; first += LINES) await runner.log(ref, lines.slice(first, first + LINES));
  const [stored] = await db.execute(sql`
    select sum(pg_column_size(c.*))::int as bytes, count(*)::int as rows from log_chunks c where task_id = ${ref.task_id}`);
  const text = lines.join("\n").length;
  expect(stored).toMatchObject({ rows: PIECES });
  expect(stored?.bytes).toBeLessThan(0.4 * text);

  const params = { projectId: site.w.projectId, taskId: ref.task_id };
  expect((await send(site.w, getText, { as: "guest", params })).text.length).toBe(text + 1);
  expect((await send(site.w, getOutput, { as: "guest", params })).text.length).toBeLessThan(text + 85 * lines.length);
});

test("a window of a log takes as many statements from its end as from its beginning", async () => {
  await site.start(await site.template());
  const ref = await runner.take();
  for (let n = 0; n < PIECES; n++)
    await runner.log(
      ref,
      Array.from({ length: LINES }, (_, at) => line(at)),
    );
  const params = { projectId: site.w.projectId, taskId: ref.task_id };
  const statements = (from: number) =>
    countStatements(database(), () => send(site.w, getOutput, { as: "guest", params, query: { from, limit: 100 } }));
  const first = await statements(0);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThanOrEqual(3);
  expect(await statements(PIECES * LINES - 100)).toBe(first);
});
