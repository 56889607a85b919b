import { desc, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { readEvent } from "@/components/event/read-event";
import { events } from "@/db/schema/events";
import { projectMembers } from "@/db/schema/projects";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { workflowNodes } from "@/db/schema/workflows";
import { listEvents } from "@/lib/event/operations";
import { createTask } from "@/lib/task/operations";
import { advanceDue } from "@/lib/task/workflow/tick";
import { decideNode, getWorkflowRun, listApprovals } from "@/lib/task/workflow-operations";
import { deleteUser } from "@/lib/user/operations";
import { freshDatabase } from "../../support/database";
import { approval, edge, runs } from "../../support/workflow";
import { workflowSite } from "../../support/workflow-site";
import { type Person, refusal } from "../../support/world";

const db = await freshDatabase();
const site = await workflowSite(db);
const template = await site.template({ allow_parallel_tasks: true });
const { nodes } = site;
const project = { projectId: site.w.projectId };

beforeEach(async () => {
  await db.delete(tasks);
});

const asks = (changes: object = {}) =>
  site.workflow(
    [approval("ask", { text: "Ship it?", ...changes }), runs("ship", template), runs("undo", template)],
    [edge("ask", "ship"), edge("ask", "undo", { on: "failure" })],
  );
const at = (taskId: number) => ({ ...project, taskId, nodeKey: "ask" });
const decide = (as: Person, taskId: number, approve = true, note = "") =>
  site.w.call(decideNode, as, at(taskId), { approve, note });
const startAs = async (as: Person, template_id: number) =>
  (await site.w.call(createTask, as, project, { template_id })).id;
const seen = async (as: Person, taskId: number) => {
  const { nodes: presented } = await site.w.call(getWorkflowRun, as, { ...project, taskId });
  return presented.find(({ key }) => key === "ask");
};
const waitingFor = async (as: Person) =>
  (await site.w.call(listApprovals, as, {})).map(({ task_id, node_key }) => [task_id, node_key]);

test("a run waits for a decision, and goes on with it, the note and the name", async () => {
  const run = await site.start(await asks({ text: `Ship run \${{ string(run.id) }} of \${{ run.user }}?` }));
  expect(await nodes(run)).toEqual({ ask: "waiting", ship: "pending", undo: "pending" });
  expect(await seen("task_runner", run)).toMatchObject({ text: `Ship run ${run} of owner?`, may_decide: true });
  await decide("task_runner", run, true, "go on");
  expect(await nodes(run)).toEqual({ ask: "success", ship: "running", undo: "skipped" });
  expect(await seen("guest", run)).toMatchObject({
    decided_by: "The task_runner",
    note: "go on",
    may_decide: false,
    reason: null,
  });
  const [event] = await db.select().from(events).where(eq(events.object_id, run)).orderBy(desc(events.id)).limit(1);
  expect(event).toMatchObject({ action: "approved", description: `Task ID ${run}: ask approved` });
  expect(event?.user_id).toBe(site.w.userIds.task_runner);
  expect(event?.object_name).toBe("Release: ask");
  expect(await refusal(decide("owner", run))).toMatchObject({ status: 409 });
});

test("a second decision is refused as a conflict, also if the first one ended the run", async () => {
  const run = await site.start(await site.workflow([approval("ask", { text: "Ship it?" })], []));
  await decide("owner", run);
  expect(await refusal(decide("manager", run))).toMatchObject({
    status: 409,
    error: expect.stringContaining("finished"),
  });
});

test("a rejection is a failure, which may lead on", async () => {
  const run = await site.start(await asks({ name: "Ask" }));
  await decide("owner", run, false);
  expect(await site.steps(run)).toMatchObject({ ask: { status: "failed", reason: { code: "rejected" } } });
  expect(await nodes(run)).toMatchObject({ ship: "skipped", undo: "running" });
  const [event] = await site.w.call(listEvents, "guest", project, { limit: 1 });
  expect(event && readEvent(event)).toMatchObject({ sentence: "rejected", name: `#${run} Release: Ask` });
});

describe("who may decide", () => {
  test.each<[string, object, Person[]]>([
    ["everyone who may run tasks", {}, ["admin", "owner", "manager", "task_runner"]],
    ["those of a role", { roles: ["guest"] }, ["admin", "guest"]],
    ["those who are named", { user_ids: [site.w.userIds.guest] }, ["admin", "guest"]],
    ["either", { roles: ["manager"], user_ids: [site.w.userIds.guest] }, ["admin", "manager", "guest"]],
    ["not the person who started the run", { not_starter: true }, ["admin", "manager", "task_runner"]],
  ])("%s", async (_, changes, allowed) => {
    const run = await site.start(await asks(changes));
    const people = ["admin", "owner", "manager", "task_runner", "guest"] as const;
    for (const person of people) {
      const may = allowed.includes(person);
      expect([person, (await seen(person, run))?.may_decide]).toEqual([person, may]);
      expect(await waitingFor(person)).toEqual(may ? [[run, "ask"]] : []);
      if (!may) expect(await refusal(decide(person, run))).toMatchObject({ status: 403 });
    }
    expect(await waitingFor("stranger")).toEqual([]);
    await decide(allowed.at(-1) ?? "admin", run);
    expect(await nodes(run)).toMatchObject({ ask: "success" });
  });

  test("not the person who started the build that the run followed", async () => {
    const build = await site.template({ type: "build", start_version: "1.0.0" });
    const deploys = { type: "deploy", build_template_id: build, autorun: true };
    const inner = await asks({ not_starter: true });
    for (const [graph, changes] of [
      [[approval("ask", { not_starter: true })], deploys],
      [[runs("inner", inner)], deploys],
    ] as const) {
      await site.workflow([...graph], [], changes);
      await startAs("task_runner", build);
      await site.play();
      const [open] = await site.w.call(listApprovals, "owner", {});
      const run = open?.task_id ?? 0;
      const [task] = await db.select().from(tasks).where(eq(tasks.id, run));
      expect(task).toMatchObject({ user_id: null, autorun: graph[0].kind === "approval" });
      expect(await waitingFor("task_runner")).toEqual([]);
      expect((await seen("task_runner", run))?.may_decide).toBe(false);
      expect(await refusal(decide("task_runner", run))).toMatchObject({ status: 403 });
      await db.delete(tasks);
      await db.delete(templates).where(eq(templates.build_template_id, build));
    }
  });

  test("managers, when those who may have left: the run says so", async () => {
    const run = await startAs("task_runner", await asks({ roles: ["guest"] }));
    await db.delete(projectMembers).where(eq(projectMembers.user_id, site.w.userIds.guest));
    expect(await seen("task_runner", run)).toMatchObject({ reason: { code: "nobody_decides" }, may_decide: false });
    expect(await seen("manager", run)).toMatchObject({ reason: { code: "nobody_decides" }, may_decide: true });
    await decide("manager", run);
    expect(await nodes(run)).toMatchObject({ ask: "success" });
    const guest = { project_id: site.w.projectId, user_id: site.w.userIds.guest, role: "guest" as const };
    await db.insert(projectMembers).values(guest);
  });
});

test.each([
  ["approve", "success"],
  ["reject", "failed"],
])("a deadline that passes can %s", async (on_deadline, status) => {
  const run = await site.start(await asks({ deadline_seconds: 60, on_deadline }));
  expect((await seen("owner", run))?.until).not.toBeNull();
  await db.update(workflowNodes).set({ until: sql`now()` }).where(eq(workflowNodes.key, "ask"));
  await advanceDue(db);
  expect(await site.steps(run)).toMatchObject({ ask: { status, reason: { code: "deadline" } } });
});

test("of several decisions at once, one counts", async () => {
  const run = await site.start(await asks());
  const people = ["owner", "manager", "task_runner"] as const;
  const decided = await Promise.allSettled(people.map((person, index) => decide(person, run, index > 0)));
  expect(decided.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a decision keeps its name without the account", async () => {
  const userId = site.w.userIds.stranger;
  await db.insert(projectMembers).values({ project_id: site.w.projectId, user_id: userId, role: "manager" });
  const run = await site.start(await asks());
  await decide("stranger", run);
  await site.w.call(deleteUser, "admin", { userId });
  expect(await seen("owner", run)).toMatchObject({ decided_by: "The stranger" });
  const [event] = await site.w.call(listEvents, "guest", project, { object_type: "task", object_id: run });
  expect(event).toMatchObject({ user_id: null, user_name: "The stranger", username: "stranger" });
});

test("a text that cannot be worked out fails the node, and names the place", async () => {
  const run = await site.start(await asks({ text: `\${{ inputs.nothing }}` }));
  expect(await site.steps(run)).toMatchObject({
    ask: { status: "failed", reason: { code: "expression", field: "text" } },
  });
});
