import { beforeEach, expect, test } from "vitest";
import { taskOutputs } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { advanceDue } from "@/lib/task/workflow/tick";
import { listNodeItems } from "@/lib/task/workflow-operations";
import { freshDatabase } from "../../support/database";
import { chain, runs } from "../../support/workflow";
import { workflowSite } from "../../support/workflow-site";

const db = await freshDatabase();
const site = await workflowSite(db);
const survey_vars = [{ name: "url", title: "URL", type: "" }];
const template = await site.template({ allow_parallel_tasks: true, survey_vars });

beforeEach(async () => {
  await db.delete(tasks);
});

/** Runs `scan`, which gives `value`, and then a matrix of so many items, each with the expression in its answer. */
async function each(count: number, { value, expression }: { value: unknown; expression: string }) {
  const matrix = { items: { value: Array.from({ length: count }, (_, number) => number) } };
  const graph = [runs("scan", template), runs("deploy", template, { matrix, answers: { url: { expression } } })];
  const run = await site.start(await site.workflow(graph, chain("scan", "deploy")));
  const ref = await site.runner.take();
  await db.insert(taskOutputs).values({ task_id: ref.task_id, name: "found", value });
  await site.runner.finish(ref);
  return run;
}

async function statusesOf(taskId: number) {
  const place = { projectId: site.w.projectId, taskId, nodeKey: "deploy" };
  const items = await site.w.call(listNodeItems, "guest", place, {});
  return items.map(({ status }) => status);
}

const hosts = Array.from({ length: 15_000 }, (_, number) => `host-${number}`);

test("many items whose expressions name large outputs start at once", async () => {
  const run = await each(200, { value: hosts, expression: "nodes.scan.outputs.found[index]" });
  expect(await statusesOf(run)).toEqual(Array.from({ length: 200 }, () => "running"));
});

test("items for whose expressions there is no time left start later, and none fails", async () => {
  const expression = "string(nodes.scan.outputs.found.filter(host, host == string(index)).size())";
  const run = await each(200, { value: hosts, expression });
  const first = await statusesOf(run);
  expect(first.slice(-1)).toEqual(["pending"]);
  for (let looks = 0; looks < 100 && (await statusesOf(run)).includes("pending"); looks++) await advanceDue(db);
  expect(await statusesOf(run)).toEqual(Array.from({ length: 200 }, () => "running"));
}, 60_000);

test("an item whose expression takes too long itself fails, and the others start", async () => {
  const bomb = "nodes.scan.outputs.found.split('').filter(x, nodes.scan.outputs.found.contains('xxxxxxy')).size()";
  const run = await each(3, { value: "x".repeat(250_000), expression: `index == 1 ? string(${bomb}) : 'good'` });
  await advanceDue(db);
  expect(await statusesOf(run)).toEqual(["running", "failed", "running"]);
  expect(await site.steps(run)).toMatchObject({
    deploy: { reason: { code: "expression", message: "the expressions take longer than 500 ms" } },
  });
});
