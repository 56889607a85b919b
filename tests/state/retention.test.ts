import { beforeEach, expect, test } from "vitest";
import { stateVersions } from "@/db/schema/state-versions";
import { tasks } from "@/db/schema/tasks";
import { pruneVersions } from "@/lib/state/prune";
import { openSecretOutput } from "@/lib/task/results/outputs";
import { decideNode, resumeRun } from "@/lib/task/workflow-operations";
import { freshDatabase } from "../support/database";
import { approval, chain, runs } from "../support/workflow";
import { workflowSite } from "../support/workflow-site";
import { terraformState } from "./states";

const db = await freshDatabase();
const site = await workflowSite(db);
const { play, children, runner } = site;
const parallel = { allow_parallel_tasks: true };
const infra = await site.template({ app: "terraform", playbook: "", ...parallel });
const deploy = await site.template({ survey_vars: [{ name: "url", title: "URL", type: "" }], ...parallel });
const answers = { url: { expression: "nodes.infra.outputs.address" } };
const graph = [runs("infra", infra), approval("ask", { text: "?" }), runs("ship", deploy, { answers })];

beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(stateVersions);
});

/** Ends the next task, which leaves the next version of the state. */
async function apply(serial: number, address: string): Promise<number> {
  const ref = await runner.take();
  const state = terraformState((made) => {
    made.serial = serial;
    made.outputs.address.value = address;
  });
  await runner.keepState(ref, state);
  await runner.finish(ref);
  return ref.task_id;
}

const kept = async () =>
  (await db.select().from(stateVersions).orderBy(stateVersions.number)).map(({ number }) => number);

test.each([
  ["too many", { versions: 1, ms: 0 }],
  ["too old", { versions: 0, ms: 1 }],
])("a version whose outputs an unfinished run may read stays, although it is %s", async (_what, limits) => {
  const run = await site.start(await site.workflow(graph, chain("infra", "ask", "ship")));
  const left = await apply(1, "10.0.0.1");
  for (const serial of [2, 3]) {
    await site.start(infra);
    await apply(serial, `10.0.0.${serial}`);
  }
  const [first = 0, second = 0, third = 0] = await kept();
  await pruneVersions(db, limits);
  expect(await kept()).toEqual([first, third]);
  expect(second).toBe(first + 1);
  expect(await openSecretOutput(db, left, "password")).toBe("canary-output");

  const place = { projectId: site.w.projectId, taskId: run, nodeKey: "ask" };
  await site.w.call(decideNode, "owner", place, { approve: true });
  expect((await children(run)).at(-1)).toMatchObject({ node_key: "ship", environment: '{"url":"10.0.0.1"}' });
  await play();
  await pruneVersions(db, limits);
  expect(await kept()).toEqual([third]);
});

test("a resumed run runs again what it can no longer read, and keeps the rest", async () => {
  const edges = chain("infra", "ship");
  const named = [runs("infra", infra), runs("ship", deploy, { answers })];
  const unnamed = [runs("infra", infra), runs("ship", deploy)];
  const failed: number[] = [];
  for (const [serial, nodes] of [named, unnamed].entries()) {
    failed.push(await site.start(await site.workflow(nodes, edges, parallel)));
    await apply(serial + 1, "10.0.0.1");
    await play("error");
  }
  const resume = async (taskId: number) => {
    const { id } = await site.w.call(resumeRun, "owner", { projectId: site.w.projectId, taskId }, {});
    return site.nodes(id);
  };
  const [naming = 0, plain = 0] = failed;
  expect(await resume(naming)).toEqual({ infra: "success", ship: "running" });
  await play("error");
  await site.start(infra);
  await apply(3, "10.0.0.3");
  await pruneVersions(db, { versions: 1, ms: 0 });
  expect(await kept()).toHaveLength(1);
  expect(await resume(naming)).toEqual({ infra: "running", ship: "pending" });
  await apply(4, "10.0.0.4");
  await play();
  expect(await resume(plain)).toEqual({ infra: "success", ship: "running" });
  await play();
});

test("so do the items of a matrix that a resumed run can no longer read", async () => {
  const matrix = { items: { value: ["a", "b"] } };
  const all = { url: { expression: "string(size(nodes.infra.outputs))" } };
  const nodes = [runs("infra", infra, { matrix }), runs("ship", deploy, { answers: all })];
  const run = await site.start(await site.workflow(nodes, chain("infra", "ship"), parallel));
  await apply(1, "10.0.0.1");
  await apply(2, "10.0.0.2");
  await play("error");
  await pruneVersions(db, { versions: 1, ms: 0 });
  const place = { projectId: site.w.projectId, taskId: run };
  const { id } = await site.w.call(resumeRun, "owner", place, {});
  await apply(3, "10.0.0.3");
  expect(await site.nodes(id)).toEqual({ infra: "success", ship: "running" });
  expect(await children(id)).toMatchObject([{ node_key: "infra", node_item: 0 }, { node_key: "ship" }]);
});
