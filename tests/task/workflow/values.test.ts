import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { taskOutputs } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { seal } from "@/lib/secret/seal";
import { openSecretOutput } from "@/lib/task/results/outputs";
import { getWorkflowRun, markNodeDone } from "@/lib/task/workflow-operations";
import { freshDatabase } from "../../support/database";
import { approval, chain, edge, runs, wait } from "../../support/workflow";
import { workflowSite } from "../../support/workflow-site";

const db = await freshDatabase();
const site = await workflowSite(db);
const survey_vars = [
  { name: "region", title: "Region", type: "" },
  { name: "count", title: "Count", type: "int" },
  { name: "token", title: "Token", type: "secret" },
];
const template = await site.template({
  survey_vars,
  type: "build",
  start_version: "1.0.0",
  allow_parallel_tasks: true,
});
const ansible = await site.template({
  name: "ansible",
  app: "ansible",
  playbook: "site.yml",
  inventory_id: site.r.inventoryId,
});
const { play, nodes, children } = site;

beforeEach(async () => {
  await db.delete(tasks);
});

const node = (key: string, changes: object = {}) => runs(key, template, changes);
const answers = (environment: object) => ({ environment: JSON.stringify(environment) });

describe("a node sets for its task", () => {
  test("answers: constants, and expressions over inputs, the run and what ended before", async () => {
    const graph = [
      node("build"),
      node("ship", {
        answers: {
          region: {
            expression: `inputs.region + "-" + nodes.build.version + "-" + nodes.build.status + "-" + run.user`,
          },
          count: { value: 3 },
        },
      }),
    ];
    const run = await site.start(await site.workflow(graph, chain("build", "ship")), answers({ region: "eu" }));
    await play();
    const [, ship] = await children(run);
    expect(JSON.parse(ship?.environment ?? "")).toEqual({ region: "eu-1.0.0-success-owner", count: 3 });
  });

  test("options, also as texts that expressions give", async () => {
    const options = {
      message: { expression: `"for " + inputs.region` },
      inventory_id: { expression: `"${site.r.inventoryId}"` },
      limit: { value: "web" },
      tags: { value: ["a", "b"] },
      dry_run: { expression: `"true"` },
      git_branch: { value: "next" },
    };
    const run = await site.start(await site.workflow([runs("a", ansible, { options })]), answers({ region: "eu" }));
    const expected = { message: "for eu", limit: "web", dry_run: true, git_branch: "next", params: { tags: "a,b" } };
    expect(await children(run)).toMatchObject([{ ...expected, inventory_id: site.r.inventoryId }]);
  });

  test("secret answers of the run as a whole, to secret variables alone", async () => {
    const secret = { secret: "inputs.token" };
    const graph = [node("good", { answers: { token: secret } }), node("bad", { answers: { region: secret } })];
    const run = await site.start(await site.workflow(graph, [], { survey_vars }), { secret: '{"token":"s3cret"}' });
    const reason = { code: "expression", field: "answers.region", message: expect.stringContaining("region") };
    expect(await site.steps(run)).toMatchObject({ good: { status: "running" }, bad: { status: "failed", reason } });
    const { tasks: refs } = await site.runner.poll();
    const job = refs[0] && (await site.runner.begin(refs[0]));
    expect(job?.secret_vars).toEqual({ token: "s3cret" });
    expect(JSON.stringify(await db.select().from(tasks))).not.toContain("s3cret");
  });
});

test("texts of a matrix and of outputs stay texts, also those that read like something else", async () => {
  const texts = ["1.10", "true", "null", '{"a":1}'];
  const region = { region: { expression: "item + '!'" } };
  const run = await site.start(
    await site.workflow([node("a", { answers: region, matrix: { items: { value: texts }, parallel: 1 } })]),
  );
  for (const _ of texts) await play();
  const started = await children(run);
  expect(started.map(({ environment }) => JSON.parse(environment).region)).toEqual(texts.map((text) => `${text}!`));
  const task_id = started[0]?.id ?? 0;
  await db.insert(taskOutputs).values(texts.map((value, index) => ({ task_id, name: `n${index}`, value })));
  for (const [index, text] of texts.entries()) expect(await openSecretOutput(db, task_id, `n${index}`)).toBe(text);
});

test.each<[string, object, string]>([
  ["an expression that fails", { answers: { region: { expression: "inputs.nothing" } } }, "answers.region"],
  ["a value of the wrong kind", { options: { inventory_id: { expression: `"abc"` } } }, "options.inventory_id"],
  ["a character that cannot be stored", { answers: { region: { expression: `"\\u0000"` } } }, "answers.region"],
  ["a secret that does not exist", { answers: { token: { secret: "nodes.first.outputs.none" } } }, "answers.token"],
])("%s fails the node and names the field, and the run goes on", async (_, changes, field) => {
  const graph = [node("first"), node("a", changes), node("after")];
  const edges = [edge("first", "a"), edge("a", "after", { on: "failure" })];
  const run = await site.start(await site.workflow(graph, edges));
  await play();
  expect(await site.steps(run)).toMatchObject({ a: { status: "failed", reason: { code: "expression", field } } });
  expect(await nodes(run)).toMatchObject({ after: "running" });
});

test("a condition decides by what has ended; one that fails fails the node that it leads to", async () => {
  const graph = [node("a"), node("yes"), node("no"), node("broken")];
  const edges = [
    edge("a", "yes", { condition: "nodes.a.version == '1.0.0'" }),
    edge("a", "no", { condition: "inputs.region == 'us'" }),
    edge("a", "broken", { condition: "nodes.a.outputs.missing > 1" }),
  ];
  await db.delete(tasks);
  const run = await site.start(await site.workflow(graph, edges), answers({ region: "eu" }));
  await play();
  expect(await nodes(run)).toEqual({ a: "success", yes: "running", no: "skipped", broken: "failed" });
  expect(await site.steps(run)).toMatchObject({
    broken: { reason: { code: "expression", field: "edges.a.condition" } },
    no: { reason: { code: "condition", from: "a", condition: "inputs.region == 'us'" } },
  });
});

test("an expression whose error names half of a character fails its node, and not the end of the task before", async () => {
  const half = `nodes.a.outputs[nodes.a.outputs.text.substring(0, 1)]`;
  const b = node("b", { answers: { region: { expression: half } } });
  const run = await site.start(await site.workflow([node("a"), b], chain("a", "b")));
  const ref = await site.runner.take();
  await site.runner.outputs(ref, [{ name: "text", value: "😀" }]);
  expect(await site.runner.finish(ref)).toMatchObject({ finished: true });
  expect(await nodes(run)).toEqual({ a: "success", b: "failed" });
});

test("so does a condition", async () => {
  const half = `nodes.a.outputs[nodes.a.outputs.text.substring(0, 1)] == 1`;
  const edges = [{ ...edge("a", "b"), condition: half }];
  const run = await site.start(await site.workflow([node("a"), node("b")], edges));
  const ref = await site.runner.take();
  await site.runner.outputs(ref, [{ name: "text", value: "😀" }]);
  expect(await site.runner.finish(ref)).toMatchObject({ finished: true });
  expect(await nodes(run)).toMatchObject({ a: "success" });
});

test("an expression that names a secret output says so, in a node and in a condition", async () => {
  const token = "nodes.a.outputs.token";
  const pause = wait("pause", { seconds: 3600 });
  const graph = [node("a"), pause, node("b", { answers: { region: { expression: token } } }), node("c")];
  const edges = [...chain("a", "pause", "b"), edge("pause", "c", { condition: `${token} == "x"` })];
  const run = await site.start(await site.workflow(graph, edges));
  await play();
  const [{ id: task_id = 0 } = {}] = await children(run);
  await db.insert(taskOutputs).values({ task_id, name: "token", secret: seal("sealed", `tasks/${task_id}/output`) });
  await site.w.call(markNodeDone, "owner", { projectId: site.w.projectId, taskId: run, nodeKey: "pause" });
  const reason = { code: "expression", message: expect.stringContaining("token is a secret output") };
  expect(await site.steps(run)).toMatchObject({ b: { status: "failed", reason }, c: { status: "failed", reason } });
});

test("a run that no person started has no user", async () => {
  const ask = approval("ask", { text: `by \${{ run.user }}.` });
  const run = await site.start(await site.workflow([wait("pause", { seconds: 3600 }), ask], chain("pause", "ask")));
  await db.update(tasks).set({ user_id: null }).where(eq(tasks.id, run));
  const place = { projectId: site.w.projectId, taskId: run };
  await site.w.call(markNodeDone, "owner", { ...place, nodeKey: "pause" });
  const { nodes: shown } = await site.w.call(getWorkflowRun, "owner", place);
  expect(shown.find(({ key }) => key === "ask")).toMatchObject({ text: "by ." });
});

describe("the trigger of a run", () => {
  const graph = [wait("pause", { seconds: 3600 }), approval("ask", { text: `by \${{ run.trigger }}` })];
  const asking = (name: string) => site.workflow(graph, chain("pause", "ask"), { name });

  /** What the approval says once the trigger is as it is stored now. */
  const told = async (run: number, changes: Partial<typeof tasks.$inferInsert>, asks = run) => {
    await db.update(tasks).set(changes).where(eq(tasks.id, run));
    const place = { projectId: site.w.projectId, taskId: asks };
    await site.w.call(markNodeDone, "owner", { ...place, nodeKey: "pause" });
    const { nodes: shown } = await site.w.call(getWorkflowRun, "owner", place);
    return shown.find(({ key }) => key === "ask")?.text;
  };

  test.each([
    ["user", { autorun: false }],
    ["schedule", { user_id: null, schedule_id: 1 }],
    ["integration", { user_id: null, integration_id: 1 }],
    ["autorun", { user_id: null, autorun: true }],
    // The person's account was deleted.
    ["user", { user_id: null }],
  ])("is %s: %j", async (trigger, changes) => {
    expect(await told(await site.start(await asking("Asks")), changes)).toBe(`by ${trigger}`);
  });

  test("is that of the run which it runs inside of", async () => {
    const inner = await asking("Inner");
    const run = await site.start(await site.workflow([runs("nested", inner)], [], { name: "Outer" }));
    const [nested] = await children(run);
    await db.update(tasks).set({ user_id: null });
    expect(await told(run, { autorun: true }, nested?.id)).toBe("by autorun");
  });
});
