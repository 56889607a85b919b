import { beforeEach, describe, expect, test } from "vitest";
import { tasks } from "@/db/schema/tasks";
import { decideNode, resumeRun } from "@/lib/task/workflow-operations";
import { freshDatabase } from "../../support/database";
import { approval, chain, edge, runs } from "../../support/workflow";
import { workflowSite } from "../../support/workflow-site";

const db = await freshDatabase();
const site = await workflowSite(db);
const parallel = { allow_parallel_tasks: true };
const build = await site.template({ name: "Build", type: "build", start_version: "1.0.0", ...parallel });
const deploy = await site.template({ name: "Deploy", type: "deploy", build_template_id: build, ...parallel });
const { play, children } = site;

beforeEach(async () => {
  await db.delete(tasks);
});

const make = runs("make", build);
const ship = runs("ship", deploy);
const ask = approval("ask", { text: `Deploy \${{ nodes.make.version }}?` });
const approve = (taskId: number) =>
  site.w.call(decideNode, "owner", { projectId: site.w.projectId, taskId, nodeKey: "ask" }, { approve: true });
const newest = async (runId: number) => (await children(runId)).at(-1);
const buildElsewhere = async () => {
  const id = await site.start(build);
  await play();
  return id;
};

describe("a node that deploys takes", () => {
  test("the build that was approved, whatever was built meanwhile", async () => {
    const run = await site.start(await site.workflow([make, ask, ship], chain("make", "ask", "ship")));
    await play();
    const [made] = await children(run);
    await buildElsewhere();
    await approve(run);
    expect(await newest(run)).toMatchObject({
      node_key: "ship",
      build_task_id: made?.id,
      incoming_version: made?.version,
    });
    await play("error");
    const resumed = await site.w.call(resumeRun, "owner", { projectId: site.w.projectId, taskId: run }, {});
    expect(await newest(resumed.id)).toMatchObject({ node_key: "ship", build_task_id: made?.id });
  });

  test("that of a workflow inside, and of the run around it", async () => {
    const inner = await site.workflow([make], [], { name: "Inner", ...parallel });
    const outer = await site.workflow(
      [runs("inner", inner), ask, ship].map((node) => ({ ...node, text: "?" })),
      chain("inner", "ask", "ship"),
    );
    const first = await site.start(outer);
    await play();
    const [nested] = await children(first);
    const [made] = await children(nested?.id ?? 0);
    await buildElsewhere();
    await approve(first);
    expect(await newest(first)).toMatchObject({ node_key: "ship", build_task_id: made?.id });
    await play();

    const shipping = await site.workflow([ship], [], { name: "Ship", ...parallel });
    const second = await site.start(
      await site.workflow([make, ask, runs("all", shipping)], chain("make", "ask", "all")),
    );
    await play();
    const [own] = await children(second);
    await buildElsewhere();
    await approve(second);
    const last = await newest(second);
    expect(await children(last?.id ?? 0)).toMatchObject([{ node_key: "ship", build_task_id: own?.id }]);
  });

  test("the newest of all if none of its own has come before it", async () => {
    const graph = [make, ship, runs("undo", deploy)];
    const last = await buildElsewhere();
    const run = await site.start(await site.workflow(graph, [edge("make", "undo", { on: "failure" })]));
    expect((await children(run)).find(({ node_key }) => node_key === "ship")).toMatchObject({ build_task_id: last });
    expect(await play("error")).toBe("make");
    expect(await newest(run)).toMatchObject({ node_key: "undo", build_task_id: last });
  });

  test("what the run has deployed before, and not what it has only planned", async () => {
    const options = { dry_run: { value: true } };
    const ansible = { app: "ansible", playbook: "site.yml", inventory_id: site.r.inventoryId, ...parallel };
    const staging = await site.template({
      ...ansible,
      type: "deploy",
      build_template_id: build,
      launch: { dry_run: "ask" },
    });
    const production = await site.template({ type: "deploy", build_template_id: staging, ...parallel });
    await buildElsewhere();
    const graph = [runs("stage", staging), runs("try", staging, { options }), runs("ship", production)];
    const run = await site.start(await site.workflow(graph, chain("stage", "try", "ship")));
    await play();
    await play();
    const [staged] = await children(run);
    expect(await newest(run)).toMatchObject({ node_key: "ship", build_task_id: staged?.id });
  });

  test("what it names itself", async () => {
    const other = await buildElsewhere();
    const named = runs("ship", deploy, { options: { build_task_id: { value: other } } });
    const run = await site.start(await site.workflow([make, named], chain("make", "ship")));
    await play();
    expect(await newest(run)).toMatchObject({ node_key: "ship", build_task_id: other });
  });

  test.each([0, "0", "", null])("none that it names with %j, so what the run has built", async (value) => {
    const named = runs("ship", deploy, { options: { build_task_id: { value } } });
    const run = await site.start(await site.workflow([make, named], chain("make", "ship")));
    await play();
    const [made] = await children(run);
    expect(await newest(run)).toMatchObject({ node_key: "ship", build_task_id: made?.id });
  });

  test("the task of a node that an expression names", async () => {
    const options = { build_task_id: { expression: "nodes.first.task_id" } };
    const graph = [runs("first", build), runs("second", build), runs("ship", deploy, { options })];
    const run = await site.start(await site.workflow(graph, chain("first", "second", "ship")));
    await play();
    await play();
    const [first] = await children(run);
    expect(await newest(run)).toMatchObject({ node_key: "ship", build_task_id: first?.id });
  });
});
