import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { workflowNodes } from "@/db/schema/workflows";
import { createTask, getTask } from "@/lib/task/operations";
import { advanceDue } from "@/lib/task/workflow/tick";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { world } from "../support/world";
import { checkRuns, FAILING_STEPS, workflowTemplate } from "./workflows";

const db = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), "signalbox-steps-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const w = await world(db);
const template_id = await workflowTemplate(w, folder);
const runner = await HandRunner.start(db);
const project = { projectId: w.projectId };

/** As the script of the steps would end. */
async function play(fails: string): Promise<number> {
  const environment = JSON.stringify({ canary_name: "r1w1", fails });
  const { id: taskId } = await w.call(createTask, "owner", project, { template_id, environment });
  while ((await w.call(getTask, "owner", { ...project, taskId })).end === null) {
    await advanceDue(db);
    const { tasks } = await runner.poll(4, [], AbortSignal.timeout(200));
    for (const ref of tasks) {
      const { extra_vars } = await runner.begin(ref);
      const failed = extra_vars.step_fails === "3";
      await runner.finish(ref, failed ? "error" : "success", { exit_code: failed ? 3 : 0 });
    }
  }
  return taskId;
}

test("the checker accepts every end of the workflow, and finds a node that ended otherwise", async () => {
  const ids: number[] = [];
  for (const fails of new Set(FAILING_STEPS)) ids.push(await play(fails));
  const { count, violations } = await checkRuns(db);
  expect(violations).toEqual([]);
  expect(count).toBeGreaterThan(ids.length);
  const [id = 0] = ids;
  await db
    .update(workflowNodes)
    .set({ status: "skipped" })
    .where(and(eq(workflowNodes.task_id, id), eq(workflowNodes.key, "check")));
  expect((await checkRuns(db)).violations).toEqual([`run ${id} (success): check is skipped instead of success`]);
});
