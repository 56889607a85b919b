import { desc, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { events } from "@/db/schema/events";
import { tasks } from "@/db/schema/tasks";
import { decideNode, getWorkflowRun, previewWorkflow, resumeRun } from "@/lib/task/workflow-operations";
import { freshDatabase } from "../../support/database";
import { approval, chain, edge, runs } from "../../support/workflow";
import { workflowSite } from "../../support/workflow-site";
import { type Person, refusal } from "../../support/world";

const db = await freshDatabase();
const site = await workflowSite(db);
const survey_vars = [
  { name: "where", title: "Where", type: "" },
  { name: "token", title: "Token", type: "secret" },
];
const template = await site.template({ allow_parallel_tasks: true, survey_vars });
const { play, nodes, look, children } = site;
const project = { projectId: site.w.projectId };

beforeEach(async () => {
  await db.delete(tasks);
});

const node = (key: string, changes: object = {}) => runs(key, template, changes);
const resume = async (taskId: number, input: object = {}, as: Person = "task_runner") =>
  (await site.w.call(resumeRun, as, { ...project, taskId }, input)).id;

const graph = [node("build"), node("test"), node("ship"), node("clean", { final: true })];
const failed = async () => {
  const workflow = await site.workflow(graph, chain("build", "test", "ship"), { allow_parallel_tasks: true });
  const run = await site.start(workflow, { message: "1.0" });
  await play();
  await play("error");
  await play();
  return run;
};

test("keeps answers that were taken before long numbers were refused", async () => {
  const run = await failed();
  const environment = '{"account":12345678901234567890}';
  await db.update(tasks).set({ environment }).where(eq(tasks.id, run));
  expect(await look(await resume(run, {}, "owner"))).toMatchObject({ environment });
});

describe("is refused", () => {
  const refused = async (run: number, input: object) => refusal(resume(run, input, "owner"));

  test("if a node is to be two things, with the field that contradicts", async () => {
    const run = await failed();
    expect(await refused(run, { done: ["test"], skip: ["test"] })).toMatchObject({
      status: 400,
      error: "skip: The node test is in done too",
    });
    expect(await refused(run, { from: ["test"], done: ["test"] })).toMatchObject({
      status: 400,
      error: "done: The node test is in from too",
    });
    expect(await resume(run, { done: ["test", "test"], skip: ["ship"] }, "owner")).toBeGreaterThan(run);
  });

  test("if nothing is left to run, unless it is said what is to run", async () => {
    const run = await site.start(
      await site.workflow([node("a"), node("b"), node("undo")], [edge("a", "b"), edge("a", "undo", { on: "failure" })]),
    );
    await play();
    await play();
    expect(await refused(run, {})).toMatchObject({
      status: 400,
      error: "from: No node is left to run. Specify which are to run again.",
    });
    for (const input of [{ from: "start" }, { from: ["b"] }, { skip: ["a"] }])
      expect(await resume(run, input, "owner")).toBeGreaterThan(run);
  });

  test("not if a node that may fail has failed", async () => {
    const run = await site.start(await site.workflow([node("a", { continue_on_failure: true })]));
    await play("error");
    expect(await look(run)).toMatchObject({ status: "success" });
    expect(await resume(run)).toBeGreaterThan(run);
  });
});

describe("a resumed run", () => {
  test("keeps what succeeded, and runs the rest: what failed, what follows it, and clean-up", async () => {
    const run = await failed();
    const [build] = await children(run);
    const again = await resume(run);
    expect(await nodes(again)).toEqual({ build: "success", clean: "pending", ship: "pending", test: "running" });
    expect(await site.steps(again)).toMatchObject({ build: { reason: { code: "kept", task_id: build?.id } } });
    const read = await site.w.call(getWorkflowRun, "guest", { ...project, taskId: again });
    expect(read).toMatchObject({ origin_id: run, stopping: false });
    expect(read.nodes.find(({ key }) => key === "build")).toMatchObject({ task: { id: build?.id } });
    for (const key of ["test", "ship", "clean"]) expect(await play()).toBe(key);
    expect(await look(again)).toMatchObject({ status: "success", message: "1.0" });
  });

  test("names the first task also when it is resumed itself", async () => {
    const run = await failed();
    const [build] = await children(run);
    const again = await resume(run);
    await play("error");
    await play();
    const third = await resume(again);
    expect(await site.steps(third)).toMatchObject({ build: { reason: { code: "kept", task_id: build?.id } } });
  });

  test("begins anywhere, or from the beginning", async () => {
    const run = await failed();
    expect(await nodes(await resume(run, { from: ["build"] }))).toMatchObject({ build: "running", test: "pending" });
    expect(await nodes(await resume(run, { from: "start" }))).toMatchObject({ build: "running", test: "pending" });
  });

  test("takes nodes for done, or skips them, for managers", async () => {
    const run = await failed();
    expect(await refusal(resume(run, { done: ["test"] }))).toMatchObject({ status: 403 });
    const done = await resume(run, { done: ["test"] }, "manager");
    expect(await nodes(done)).toEqual({ build: "success", test: "success", ship: "running", clean: "pending" });
    expect(await site.steps(done)).toMatchObject({ test: { reason: { code: "marked_done" } } });
    const [event] = await db.select().from(events).where(eq(events.object_id, done)).orderBy(desc(events.id)).limit(1);
    expect(event?.description).toBe(`Task ID ${done}: resumes task ID ${run} with test done`);
    const skipped = await resume(run, { skip: ["test"] }, "manager");
    expect(await nodes(skipped)).toEqual({ build: "success", test: "skipped", ship: "skipped", clean: "running" });
  });

  test("runs the roll-back again only if it fails again", async () => {
    const edges = [edge("deploy", "undo", { on: "failure" }), edge("deploy", "report")];
    const run = await site.start(await site.workflow([node("deploy"), node("undo"), node("report")], edges));
    await play("error");
    await play();
    const again = await resume(run);
    expect(await nodes(again)).toEqual({ deploy: "running", undo: "pending", report: "pending" });
    await play();
    expect(await nodes(again)).toEqual({ deploy: "success", undo: "skipped", report: "running" });
  });

  test("is refused while the run is not over, for other tasks, and for nodes that it does not have", async () => {
    const over = await failed();
    const run = await site.start(await site.workflow(graph));
    expect(await refusal(resume(run))).toMatchObject({ status: 409, error: expect.stringContaining("not finished") });
    const [child] = await children(run);
    if (!child) throw new Error("the run has started nothing");
    expect(await refusal(resume(child.id))).toMatchObject({ status: 404 });
    expect(await refusal(resume(over, { from: ["nothing"] }))).toMatchObject({
      status: 400,
      error: expect.stringContaining("nothing"),
    });
  });
});

describe("an approval that was given", () => {
  const ask = approval("ask", { text: "Ship it?", not_starter: true });
  const approved = async () => {
    const run = await site.start(await site.workflow([ask, node("ship")], chain("ask", "ship")));
    const place = { ...project, taskId: run, nodeKey: "ask" };
    await site.w.call(decideNode, "manager", place, { approve: true, note: "go on" });
    await play("error");
    return run;
  };
  const asked = async (taskId: number) => {
    const run = await site.w.call(getWorkflowRun, "guest", { ...project, taskId });
    return run.nodes.find(({ key }) => key === "ask");
  };

  test("stays given when anybody else resumes from the failure, also again, with the name and the note", async () => {
    const again = await resume(await approved());
    const kept = { status: "success", reason: { code: "kept" }, decided_by: "The manager", note: "go on" };
    expect(await asked(again)).toMatchObject({ ...kept, text: "Ship it?" });
    await play("error");
    expect(await asked(await resume(again, {}, "owner"))).toMatchObject(kept);
  });

  test.each([false, true])(
    "is asked again when somebody resumes from a chosen node (in a workflow inside: %s)",
    async (inside) => {
      const inner = await site.workflow([ask], []);
      const first = inside ? runs("ask", inner) : ask;
      const run = await site.start(await site.workflow([first, node("ship")], chain("ask", "ship")));
      const asks = async (taskId: number) => {
        const child = inside ? (await children(taskId)).at(-1)?.id : taskId;
        return { ...project, taskId: child ?? 0, nodeKey: "ask" };
      };
      await site.w.call(decideNode, "manager", await asks(run), { approve: true });
      await play();
      const again = await resume(run, { from: ["ship"] });
      expect((await nodes(again)).ship).toBe("pending");
      await site.w.call(decideNode, "manager", await asks(again), { approve: true });
      expect(await play()).toBe("ship");
    },
  );

  test("is asked again before anything behind it runs, however far behind it was chosen", async () => {
    const graph = [approval("ask", { text: "Ship it?" }), node("prep"), node("ship"), node("aside")];
    const run = await site.start(await site.workflow(graph, chain("ask", "prep", "ship")));
    const place = (taskId: number) => ({ ...project, taskId, nodeKey: "ask" });
    await site.w.call(decideNode, "manager", place(run), { approve: true });
    for (let n = 0; n < 3; n++) await play();
    const again = await resume(run, { from: ["ship"] });
    expect(await nodes(again)).toEqual({ ask: "waiting", prep: "pending", ship: "pending", aside: "success" });
    await site.w.call(decideNode, "manager", place(again), { approve: false });
    expect(await nodes(again)).toMatchObject({ prep: "skipped", ship: "skipped" });
  });

  test("is not for the person who gave it, who would decide about a run of their own", async () => {
    const run = await approved();
    const own = { status: 403, error: expect.stringContaining("ask") };
    expect(await refusal(resume(run, {}, "manager"))).toMatchObject(own);
    const again = await resume(run);
    await play("error");
    expect(await refusal(resume(again, {}, "manager"))).toMatchObject(own);
    expect(await asked(await resume(again, { from: "start" }, "manager"))).toMatchObject({ status: "waiting" });
  });
});

describe("the secret answers of a resumed run", () => {
  const token = { token: { secret: "inputs.token" } };
  const start = async (required: boolean, secret: object) => {
    const variables = [{ name: "token", title: "Token", type: "secret", required }];
    const nodes = [node("build", { answers: token }), node("ship")];
    const workflow = await site.workflow(nodes, chain("build", "ship"), { survey_vars: variables });
    return site.start(workflow, { secret: JSON.stringify(secret) });
  };
  const missing = { status: 400, error: expect.stringMatching(/^secret\.token: /) };

  test.each([true, false])("have to be given again for what passes them on (required: %s)", async (required) => {
    const run = await start(required, { token: "s3cret" });
    await play("error");
    expect(await refusal(resume(run))).toMatchObject(missing);
    await resume(run, { secret: '{"token":"again"}' });
    const job = await site.runner.begin(await site.runner.take());
    expect(job?.secret_vars).toEqual({ token: "again" });
  });

  test("are not asked for when what uses them is kept, and later when it runs again", async () => {
    const run = await start(true, { token: "s3cret" });
    await play();
    await play("error");
    const again = await resume(run);
    expect(await nodes(again)).toEqual({ build: "success", ship: "running" });
    await play("error");
    expect(await refusal(resume(again, { from: "start" }))).toMatchObject(missing);
    expect(await refusal(resume(again, { from: ["build"] }))).toMatchObject(missing);
    const { secrets } = await site.w.call(getWorkflowRun, "guest", { ...project, taskId: again });
    expect(secrets).toEqual(["token"]);
  });

  test("may stay blank if they were, or if that is said", async () => {
    const blank = await start(false, {});
    await play("error");
    expect(await nodes(await resume(blank))).toMatchObject({ build: "running" });
    await play();
    await play();
    const run = await start(false, { token: "s3cret" });
    await play("error");
    expect(await nodes(await resume(run, { secret: '{"token":""}' }))).toMatchObject({ build: "running" });
  });

  test("of runs that nobody knows the answers of are all asked for", async () => {
    const run = await start(false, {});
    await play("error");
    await db.update(tasks).set({ snapshot: sql`snapshot - 'secret_answers'` }).where(eq(tasks.id, run));
    expect(await refusal(resume(run))).toMatchObject(missing);
  });
});

describe("a preview", () => {
  const preview = async (templateId: number, input: object = {}) => {
    const found = await site.w.call(previewWorkflow, "guest", { ...project, templateId }, input);
    return Object.fromEntries(found.map(({ key, status, reason }) => [key, reason ? [status, reason.code] : status]));
  };

  test("tells which nodes would run, for given inputs and ends, and runs nothing", async () => {
    const edges = [
      edge("build", "test"),
      edge("build", "undo", { on: "failure" }),
      edge("test", "ship", { condition: "inputs.where == 'eu'" }),
      edge("test", "report", { condition: "nodes.test.outputs.passed > 3" }),
    ];
    const all = ["build", "test", "ship", "report", "undo"].map((key) => node(key));
    const workflow = await site.workflow([...all, node("clean", { final: true })], edges, { survey_vars });
    expect(await preview(workflow, { inputs: { where: "eu" } })).toEqual({
      build: "success",
      test: "success",
      ship: "success",
      report: ["success", "condition"],
      undo: ["skipped", "edge"],
      clean: "success",
    });
    expect(await preview(workflow, { inputs: { where: "us" } })).toMatchObject({ ship: ["skipped", "condition"] });
    expect(await refusal(preview(workflow, { ends: { zzz: "failed" } }))).toEqual({
      status: 400,
      error: "ends.zzz: The workflow has no node zzz",
    });
    expect(await preview(workflow, { ends: { build: "failed" } })).toMatchObject({
      build: "failed",
      test: ["skipped", "edge"],
      undo: "success",
    });
    expect(await db.$count(tasks)).toBe(0);
  });

  test("knows answers in the types of their variables, like a run; secret ones not at all", async () => {
    const survey_vars = [
      { name: "n", title: "N", type: "int" },
      { name: "token", title: "Token", type: "secret" },
    ];
    const edges = [
      edge("a", "many", { condition: "inputs.n > 2" }),
      edge("a", "told", { condition: "inputs.token == 'x'" }),
    ];
    const all = ["a", "many", "told"].map((key) => node(key));
    const workflow = await site.workflow(all, edges, { survey_vars });
    expect(await preview(workflow, { inputs: { n: "3", token: "x" } })).toEqual({
      a: "success",
      many: "success",
      told: ["success", "condition"],
    });
    expect(await preview(workflow, { inputs: { n: "2" } })).toMatchObject({ many: ["skipped", "condition"] });
    for (const inputs of [{ n: "two" }, { nope: 1 }])
      expect(await refusal(preview(workflow, { inputs }))).toMatchObject({
        status: 400,
        error: expect.stringContaining(`inputs.${Object.keys(inputs)[0]}`),
      });
  });

  test("takes a node that is called like a part of every object for any other", async () => {
    const workflow = await site.workflow([node("constructor"), node("b")], chain("constructor", "b"));
    expect(await preview(workflow)).toEqual({ constructor: "success", b: "success" });
  });
});
