import { beforeEach, expect, test } from "vitest";
import { tasks } from "@/db/schema/tasks";
import { listTasks } from "@/lib/task/operations";
import { getWorkflowRun, listChildren } from "@/lib/task/workflow-operations";
import { freshDatabase } from "../../support/database";
import { runs } from "../../support/workflow";
import { workflowSite } from "../../support/workflow-site";

const db = await freshDatabase();
const site = await workflowSite(db);
const project = { projectId: site.w.projectId };
const template = await site.template({ allow_parallel_tasks: true });

beforeEach(async () => {
  await db.delete(tasks);
});

const parentOf = ({ parent_task_id, node_key, node_item }: Awaited<ReturnType<typeof site.look>>) => ({
  parent_task_id,
  node_key,
  node_item,
});

test("a task of a workflow names its run, its node and its item, wherever it is read", async () => {
  const graph = [runs("build", template), runs("deploy", template, { matrix: { items: { value: ["eu", "us"] } } })];
  const run = await site.start(await site.workflow(graph));
  const places = new Map(
    (await site.children(run)).map(({ id, node_key, node_item }) => [id, { parent_task_id: run, node_key, node_item }]),
  );
  expect([...places.values()].map(({ node_key, node_item }) => [node_key, node_item])).toEqual([
    ["build", 0],
    ["deploy", 0],
    ["deploy", 1],
  ]);
  const listed = await site.w.call(listChildren, "guest", { ...project, taskId: run });
  const among = await site.w.call(listTasks, "guest", project, { children: "true" });
  for (const [id, place] of places) {
    expect(listed.find((task) => task.id === id)).toMatchObject(place);
    expect(among.find((task) => task.id === id)).toMatchObject(place);
    const task = await site.look(id);
    expect(parentOf(task)).toEqual(place);
    expect(task.parent_name).toBe("Release");
  }
  const nobody = { parent_task_id: null, node_key: null, node_item: null };
  expect(among.find(({ id }) => id === run)).toMatchObject(nobody);
  expect(await site.look(run)).toMatchObject({ ...nobody, parent_name: null });
});

test("a node says what its task waits for", async () => {
  const tagged = await site.template({ name: "tagged", runner_tag: "dmz" });
  const run = await site.start(await site.workflow([runs("a", template), runs("b", tagged)]));
  const { nodes } = await site.w.call(getWorkflowRun, "guest", { ...project, taskId: run });
  expect(nodes.map(({ key, task }) => [key, task?.waiting_for])).toEqual([
    ["a", null],
    ["b", { code: "no_tag", tag: "dmz" }],
  ]);
});
