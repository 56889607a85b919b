import { desc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { events } from "@/db/schema/events";
import { tasks } from "@/db/schema/tasks";
import { stopTask } from "@/lib/task/operations";
import { decideNode, getWorkflowRun, markNodeDone, resumeRun, skipNode } from "@/lib/task/workflow-operations";
import { freshDatabase } from "../../support/database";
import { approval, chain, edge, runs, wait } from "../../support/workflow";
import { workflowSite } from "../../support/workflow-site";
import { MANAGERS, type Person, refusal, statuses } from "../../support/world";

const db = await freshDatabase();
const site = await workflowSite(db);
const template = await site.template({ allow_parallel_tasks: true });
const { play, nodes, look } = site;
const project = { projectId: site.w.projectId };

beforeEach(async () => {
  await db.delete(tasks);
});

const node = (key: string, changes: object = {}) => runs(key, template, changes);
const hold = approval("hold", { text: "Go on?" });
type As = Person | "anonymous";
const skip = (taskId: number, nodeKey: string, as: As = "manager", input: object = {}) =>
  site.w.call(skipNode, as, { ...project, taskId, nodeKey }, input);
const done = (taskId: number, nodeKey: string, as: As = "manager", input: object = {}) =>
  site.w.call(markNodeDone, as, { ...project, taskId, nodeKey }, input);
const seen = async (taskId: number, key: string) => {
  const run = await site.w.call(getWorkflowRun, "guest", { ...project, taskId });
  return run.nodes.find((one) => one.key === key);
};

/** `test` has failed, `hold` keeps the run open, and `ship` was skipped for the failure. */
async function failedTest(): Promise<number> {
  const graph = [node("test"), node("ship"), node("report"), node("undo"), hold, node("clean", { final: true })];
  const edges = [...chain("test", "ship", "report"), edge("test", "undo", { on: "failure" })];
  const run = await site.start(await site.workflow(graph, edges));
  await play("error");
  expect(await nodes(run)).toMatchObject({ test: "failed", ship: "skipped", report: "skipped", undo: "running" });
  return run;
}

describe("a node that waits, or has not begun", () => {
  const start = async () => {
    const graph = [approval("ask"), wait("night", { seconds: 3600 }), node("a"), node("b"), node("c"), node("d")];
    const edges = [...chain("ask", "a"), ...chain("night", "b"), ...chain("c", "d")];
    return site.start(await site.workflow(graph, edges));
  };

  test("marked as done leads on like a success", async () => {
    const run = await start();
    for (const key of ["ask", "night", "d"]) await done(run, key);
    const done_ = { status: "success", reason: { code: "marked_done" } };
    expect(await site.steps(run)).toMatchObject({ ask: done_, night: done_, d: done_ });
    expect(await nodes(run)).toMatchObject({ a: "running", b: "running", c: "running" });
    for (let n = 0; n < 3; n++) await play();
    expect(await look(run)).toMatchObject({ status: "success" });
    expect(await db.$count(tasks, eq(tasks.node_key, "d"))).toBe(0);
  });

  test("skipped takes along what only it leads to", async () => {
    const run = await start();
    for (const key of ["ask", "night", "d"]) await skip(run, key);
    const skipped = { status: "skipped", reason: { code: "skipped_by_user" } };
    expect(await site.steps(run)).toMatchObject({ ask: skipped, night: skipped, d: skipped });
    expect(await nodes(run)).toMatchObject({ a: "skipped", b: "skipped", c: "running" });
    await play();
    expect(await look(run)).toMatchObject({ status: "success" });
  });

  test("says who decided, and why; so does the activity", async () => {
    const run = await start();
    await done(run, "ask", "manager", { note: "agreed by phone" });
    expect(await seen(run, "ask")).toMatchObject({ decided_by: "The manager", note: "agreed by phone" });
    await skip(run, "night", "admin");
    expect(await seen(run, "night")).toMatchObject({ decided_by: "The admin", note: "", until: null });
    const recorded = await db.select().from(events).where(eq(events.object_id, run)).orderBy(desc(events.id)).limit(2);
    expect(recorded).toMatchObject([
      { description: `Task ID ${run}: night skipped` },
      { description: `Task ID ${run}: ask marked as done`, user_id: site.w.userIds.manager },
    ]);
  });
});

describe("a node that has failed", () => {
  test("marked as done lets what it led to go on; what has begun for the failure goes on, too", async () => {
    const run = await failedTest();
    await done(run, "test");
    expect(await nodes(run)).toEqual({
      test: "success",
      ship: "running",
      report: "pending",
      undo: "running",
      hold: "waiting",
      clean: "pending",
    });
    expect(await seen(run, "test")).toMatchObject({ task: { status: "error" }, end: expect.any(String) });
    await play();
    await play();
    await play();
    await done(run, "hold");
    await play();
    expect(await look(run)).toMatchObject({ status: "success" });
    expect(await nodes(run)).toMatchObject({ report: "success", undo: "success", clean: "success" });
  });

  test("skipped fails the run no more, and leads nowhere", async () => {
    const run = await failedTest();
    await skip(run, "test");
    const byEdge = { code: "edge", from: "test", on: "success", was: "skipped" };
    expect(await site.steps(run)).toMatchObject({ ship: { status: "skipped", reason: byEdge } });
    await play();
    await done(run, "hold");
    await play();
    expect(await look(run)).toMatchObject({ status: "success" });
  });

  test("brings back only what was skipped for it", async () => {
    const graph = [node("a"), node("b"), node("both"), node("c"), hold];
    const edges = [edge("a", "both"), edge("b", "both"), edge("a", "c", { condition: "inputs.n > 1" })];
    const survey_vars = [{ name: "n", title: "N", type: "int" }];
    const run = await site.start(await site.workflow(graph, edges, { survey_vars }), { environment: '{"n":1}' });
    await play("error");
    await play("error");
    await done(run, "a");
    expect(await site.steps(run)).toMatchObject({
      both: { status: "skipped", reason: { code: "edge", from: "b", was: "failed" } },
      c: { status: "skipped", reason: { code: "condition" } },
    });
    await done(run, "b");
    expect(await nodes(run)).toMatchObject({ both: "running", c: "skipped" });
  });

  test("is tried no more when it waits for its next try", async () => {
    const retry = { count: 3, pause_seconds: 3600 };
    const run = await site.start(await site.workflow([node("a", { retry }), node("b")], chain("a", "b")));
    expect(await refusal(done(run, "a"))).toMatchObject({ status: 409, error: expect.stringContaining("running") });
    await play("error");
    expect(await seen(run, "a")).toMatchObject({ status: "running", items: { pending: 1, running: 0 } });
    await done(run, "a");
    expect(await seen(run, "a")).toMatchObject({ status: "success", until: null, items: { pending: 0, failed: 1 } });
    expect(await play()).toBe("b");
    expect(await look(run)).toMatchObject({ status: "success" });
  });

  test("is kept as done when the run is resumed", async () => {
    const run = await failedTest();
    await done(run, "test");
    await play("error");
    await play("error");
    await done(run, "hold");
    await play();
    expect(await look(run)).toMatchObject({ status: "error" });
    const { id } = await site.w.call(resumeRun, "manager", { ...project, taskId: run }, {});
    expect(await nodes(id)).toMatchObject({ test: "success", ship: "running" });
  });
});

describe("is refused", () => {
  const refused = (text: string) => ({ status: 409, error: expect.stringContaining(text) });

  test("for nodes that succeeded or were skipped, that do not exist, and when the run is over", async () => {
    const run = await site.start(await site.workflow([node("a"), node("b"), node("c")], chain("a", "b")));
    await play();
    expect(await refusal(done(run, "a"))).toMatchObject(refused("nothing is left to decide"));
    expect(await refusal(done(run, "nothing"))).toMatchObject({ status: 404 });
    await play();
    await play();
    expect(await refusal(done(run, "c"))).toMatchObject(refused("finished"));
  });

  test("for a failure once clean-up has begun, or the run is being stopped", async () => {
    const cleaning = await site.start(await site.workflow([node("a"), node("clean", { final: true })]));
    await play("error");
    expect(await refusal(done(cleaning, "a"))).toMatchObject(refused("Resume it"));
    await play();
    const stopping = await site.start(await site.workflow([node("a"), node("b")]));
    await play("error");
    const taken = await site.runner.take();
    await site.runner.begin(taken);
    await site.w.call(stopTask, "owner", { ...project, taskId: stopping }, {});
    expect(await refusal(skip(stopping, "a"))).toMatchObject(refused("Resume it"));
    await site.runner.finish(taken, "stopped");
    expect(await look(stopping)).toMatchObject({ status: "stopped" });
  });

  test("for an approval of others, to the person who started the run", async () => {
    const workflow = await site.workflow([approval("ask", { not_starter: true }), node("a")], chain("ask", "a"));
    const run = await site.start(workflow);
    const own = { status: 403, error: expect.stringContaining("ask") };
    expect(await refusal(done(run, "ask", "owner"))).toMatchObject(own);
    await skip(run, "ask", "owner");
    expect(
      await refusal(site.w.call(resumeRun, "owner", { ...project, taskId: run }, { done: ["ask"] })),
    ).toMatchObject(own);
  });

  describe("to the person who started the run, as long as others have not decided", () => {
    const ask = approval("ask", { not_starter: true, text: "?" });
    const own = { status: 403, error: expect.stringContaining("somebody other") };
    const decide = (taskId: number, approve: boolean) =>
      site.w.call(decideNode, "manager", { ...project, taskId, nodeKey: "ask" }, { approve });
    const resume = (taskId: number, input: object, as: Person = "owner") =>
      site.w.call(resumeRun, as, { ...project, taskId }, input);
    const parallel = { allow_parallel_tasks: true };

    test("for what comes after the approval, also when it resumes", async () => {
      const graph = [ask, node("prep"), node("ship"), node("aside")];
      const run = await site.start(await site.workflow(graph, chain("ask", "prep", "ship")));
      for (const key of ["prep", "ship"]) expect(await refusal(done(run, key, "owner"))).toMatchObject(own);
      await play();
      await decide(run, false);
      expect(await look(run)).toMatchObject({ status: "error" });
      for (const key of ["prep", "ship"]) expect(await refusal(resume(run, { done: [key] }))).toMatchObject(own);
      // The new run would be theirs.
      expect(await refusal(resume(run, { done: ["ship"] }, "manager"))).toMatchObject(own);
      expect(await nodes((await resume(run, { done: ["aside"] })).id)).toMatchObject({ ask: "waiting" });
    });

    test("but for what does not wait for it, and by anybody else", async () => {
      const workflow = await site.workflow(
        [ask, node("prep"), node("ship"), wait("w", { seconds: 60 })],
        chain("ask", "prep", "ship"),
      );
      const run = await site.start(workflow);
      await done(run, "w", "owner");
      await done(run, "prep", "manager");
      expect(await nodes(run)).toMatchObject({ ask: "waiting", prep: "success", ship: "running" });
    });

    test("for a workflow with such an approval in it, and what comes after", async () => {
      const inner = await site.workflow([node("before"), ask], chain("before", "ask"), { name: "Inner", ...parallel });
      const outer = await site.workflow([runs("in", inner), node("prep"), node("ship")], chain("in", "prep", "ship"));
      const run = await site.start(outer);
      expect(await refusal(done(run, "prep", "owner"))).toMatchObject(own);
      const nested = (await site.children(run))[0]?.id ?? 0;
      await play("error");
      // Without the approval the inner run would succeed, and the outer one go on.
      expect(await look(nested)).toMatchObject({ status: "error" });
      expect(await look(run)).toMatchObject({ status: "error" });
      expect(await refusal(resume(run, { done: ["in"] }))).toMatchObject(own);
    });

    test("also by skipping what leads to it inside another run", async () => {
      const inner = await site.workflow([node("before"), ask, hold], chain("before", "ask"), {
        name: "Inner",
        ...parallel,
      });
      const run = await site.start(await site.workflow([runs("in", inner), node("ship")], chain("in", "ship")));
      const nested = (await site.children(run))[0]?.id ?? 0;
      await play("error");
      expect(await refusal(skip(nested, "before", "owner"))).toMatchObject(own);
      await done(nested, "before", "owner");
      expect(await refusal(skip(nested, "ask", "owner"))).toMatchObject(own);
      await skip(nested, "ask", "manager");
      await skip(nested, "hold", "owner");
      expect(await nodes(run)).toMatchObject({ in: "success", ship: "running" });
    });

    test("nor may a run keep what they approved inside of it", async () => {
      const inner = await site.workflow([ask], [], { name: "Inner", ...parallel });
      const run = await site.start(await site.workflow([runs("in", inner), node("ship")], chain("in", "ship")));
      await decide((await site.children(run))[0]?.id ?? 0, true);
      await play("error");
      expect(await refusal(resume(run, {}, "manager"))).toMatchObject(own);
      expect(await nodes((await resume(run, {})).id)).toMatchObject({ in: "success", ship: "running" });
    });
  });

  test.each([["skip", skip] as const, ["done", done] as const])("%s, to all but managers", async (_, mark) => {
    const found = await statuses(async (as) => {
      await mark(
        await site.start(await site.workflow([approval("ask")], [], { allow_parallel_tasks: true })),
        "ask",
        as,
      );
    });
    expect(found).toEqual(MANAGERS);
  });
});

test("of a manager who marks and a task that ends at once, none is lost", async () => {
  for (let round = 0; round < 5; round++) {
    const run = await site.start(
      await site.workflow([node("a"), wait("w", { seconds: 3600 }), node("b")], [...chain("a", "b"), edge("w", "b")]),
    );
    const taken = await site.runner.take();
    await site.runner.begin(taken);
    await Promise.all([done(run, "w"), site.runner.finish(taken)]);
    expect(await nodes(run)).toEqual({ a: "success", w: "success", b: "running" });
    expect(await play()).toBe("b");
    expect(await look(run)).toMatchObject({ status: "success" });
  }
});
