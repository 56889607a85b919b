import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drifts } from "@/db/schema/drifts";
import { inventories } from "@/db/schema/inventories";
import { outbox } from "@/db/schema/outbox";
import { projects } from "@/db/schema/projects";
import { tasks } from "@/db/schema/tasks";
import { listDrifts } from "@/lib/drift/operations";
import { insertInventory } from "@/lib/inventory/store";
import type { DriftReport } from "@/lib/protocol/drift";
import type { AttemptRef } from "@/lib/protocol/runner";
import { createTask, stopTask } from "@/lib/task/operations";
import { getTemplate, updateTemplate } from "@/lib/template/operations";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type StateSite, stateSite } from "../support/state-site";

const db = await freshDatabase();
Object.assign(process.env, {
  SIGNALBOX_ALERT_WEBHOOK_URL: "https://example.com/hook",
  SIGNALBOX_ALERT_WEBHOOK_SECRET: "a secret of some length",
});
let site: StateSite;

beforeAll(async () => {
  site = await stateSite(db);
  await db.update(projects).set({ alert: true }).where(eq(projects.id, site.w.projectId));
});
afterAll(() => site?.api.stop());

const IN_SYNC: DriftReport = { drifted: false, count: 0, items: [] };
const item = (address: string) => ({ address, type: "aws_instance", action: "update" as const, outside: true });
const DRIFTED: DriftReport = { drifted: true, count: 2, items: [item("aws_instance.a"), item("aws_instance.b")] };

type End = Parameters<HandRunner["finish"]>[1];

/** A task of the template, to its end; `report` is what a check found. */
async function run(templateId: number, input: object, report?: DriftReport, result: End = "success") {
  const { ref } = await site.run(templateId, input);
  if (report) await site.runner.progress(ref, { drift: report });
  await site.runner.finish(ref, result, result === "error" ? { exit_code: 1, reason: "exit_code" } : {});
  return ref;
}

const check = (templateId: number, report?: DriftReport, result?: End) =>
  run(templateId, { drift_check: true }, report, result);

const look = async (templateId: number) =>
  (await site.w.call(getTemplate, "owner", { projectId: site.w.projectId, templateId }, {})).drift;

const start = (input: object) =>
  site.w.call(createTask, "owner", { projectId: site.w.projectId }, { drift_check: true, ...input });

describe("what a check may do", () => {
  test("its credential opens the state to be read, and nothing the runner brings is kept", async () => {
    const { ref, job, state } = await site.run(await site.template(), { drift_check: true });
    expect(job).toMatchObject({ drift_check: true, plan_only: true, dry_run: true });
    expect((await site.call("GET", state)).status).toBe(204);
    for (const [method, path, body] of [
      ["POST", "", '{"version":4,"serial":1,"lineage":"a"}'],
      ["POST", "/lock", '{"ID":"a"}'],
      ["DELETE", "", undefined],
    ] as const) {
      const reply = await site.call(method, state, path, body);
      expect([method, path, reply.status]).toEqual([method, path, 403]);
      expect(reply.text).toContain("A drift check only reads the state");
    }
    await expect(site.runner.keepState(ref, '{"version":4,"serial":1,"lineage":"a"}')).rejects.toThrow(
      "stateCheckReads",
    );
    await expect(site.runner.progress(ref, { await_confirmation: true })).rejects.toThrow("confirmationUnplanned");
    await site.runner.finish(ref);
    expect(await site.versions()).toEqual([]);
  });

  test.each([
    [{ app: "bash", playbook: "run.sh" }, {}, "drift_check: checkNotForThisApp"],
    [{ app: "python", playbook: "run.py" }, {}, "drift_check: checkNotForThisApp"],
    [{ type: "build" }, {}, "drift_check: checkNotForBuilds"],
    [{}, { params: { destroy: true } }, "params.destroy: checkDestroys"],
  ])("a template with %j and a task with %j is refused", async (template, input, problem) => {
    await expect(start({ template_id: await site.template(template), ...input })).rejects.toThrow(problem);
  });

  test("a runner that does not know checks gets the tasks behind one, and never the check", async () => {
    const template = await site.template({ allow_parallel_tasks: true, name: "parallel", runner_tag: "old" });
    const old = await HandRunner.start(db, { tools: { terraform: "1" }, capabilities: ["state"], tags: ["old"] });
    const asked = await start({ template_id: template });
    const ordinary = await site.start(template);
    const { tasks } = await old.poll();
    expect(tasks.map(({ task_id }) => task_id)).toEqual([ordinary]);
    const [ref] = tasks;
    if (ref) {
      await old.begin(ref);
      await old.finish(ref);
    }
    expect((await old.poll(1, [], AbortSignal.timeout(300))).tasks).toEqual([]);
    expect((await site.look(asked.id)).waiting_for).toEqual({ code: "no_capability", capability: "drift" });
    await site.w.call(stopTask, "owner", { projectId: site.w.projectId, taskId: asked.id }, {});
  });
});

const makeInventory = async (name: string): Promise<number> => {
  const none = { become_key_id: null, holder_id: null, repository_id: null };
  const values = { name, type: "static" as const, inventory: "localhost", ssh_key_id: site.r.keyId, ...none };
  return (await insertInventory(db, site.w.projectId, values)).id;
};

describe("what is known of a template", () => {
  test("each inventory of Ansible is known by itself", async () => {
    const runner = await HandRunner.start(db);
    const other = await makeInventory("A second one");
    const template = await site.template({
      app: "ansible",
      playbook: "a.yml",
      inventory_id: site.r.inventoryId,
      launch: { inventory_id: "ask" },
    });
    const checked = async (inventory_id: number | null, report: DriftReport) => {
      await site.start(template, { drift_check: true, inventory_id });
      const ref = await runner.take();
      await runner.progress(ref, { drift: report });
      await runner.finish(ref);
    };
    await checked(null, DRIFTED);
    await checked(other, IN_SYNC);
    const rows = await site.w.call(listDrifts, "owner", { projectId: site.w.projectId });
    expect(rows.filter(({ template_id }) => template_id === template)).toMatchObject([
      { inventory_id: other, inventory_name: "A second one", status: "in_sync" },
      { inventory_id: site.r.inventoryId, status: "drifted" },
    ]);
    expect(await look(template)).toMatchObject({ status: "drifted" });
    await checked(null, IN_SYNC);
    expect(await look(template)).toMatchObject({ status: "in_sync" });
  });

  test("nothing, until it is checked; then what the newest check found, and since when", async () => {
    const template = await site.template({ name: "watched" });
    await run(template, {});
    expect(await look(template)).toBeNull();

    const first = await check(template, DRIFTED);
    const drifted = await look(template);
    expect(drifted).toMatchObject({ status: "drifted", count: 2, task_id: first.task_id });
    expect(await site.look(first.task_id)).toMatchObject({ drift_check: true, drift: DRIFTED });

    const second = await check(template, DRIFTED);
    const again = await look(template);
    expect(again).toMatchObject({ since: drifted?.since, task_id: second.task_id });
    expect(Date.parse(again?.checked_at ?? "")).toBeGreaterThan(Date.parse(drifted?.checked_at ?? ""));

    const all = await site.w.call(listDrifts, "guest", { projectId: site.w.projectId }, {});
    expect(all.find(({ template_id }) => template_id === template)).toMatchObject({
      template_name: "watched",
      app: "terraform",
      workspace: "default",
      status: "drifted",
      count: 2,
      items: DRIFTED.items,
    });
  });

  test.each<[string, object, End, string | null]>([
    ["a run that succeeds", {}, "success", "in_sync"],
    ["a run that fails", {}, "error", "unknown"],
    ["a plan", { params: { plan: true } }, "success", "drifted"],
    ["a run of a part", { git_branch: "other" }, "success", "drifted"],
    ["a destruction", { params: { destroy: true } }, "success", null],
    ["a check that fails", { drift_check: true }, "error", "unknown"],
    ["a check without a report", { drift_check: true }, "success", "unknown"],
  ])("%s (%j, %s) leaves a drifted one %s", async (_name, input, result, expected) => {
    const launch = { git_branch: "allowed", plan: "allowed", destroy: "allowed" };
    const template = await site.template({ launch });
    await check(template, DRIFTED);
    await run(template, input, undefined, result);
    expect((await look(template))?.status ?? null).toBe(expected);
  });

  test.each([
    ["the plan", ["prepare", "plan"], "in_sync"],
    ["an apply", ["prepare", "plan", "apply"], "unknown"],
  ])("a run that is stopped in the middle of %s leaves a template %s", async (_name, names, expected) => {
    const template = await site.template();
    await check(template, IN_SYNC);
    const { ref } = await site.run(template);
    const stages = names.map((name) => ({ name, first_line: 0, start: new Date().toISOString(), end: null }));
    await site.runner.progress(ref, { stages });
    await site.w.call(stopTask, "owner", { projectId: site.w.projectId, taskId: ref.task_id }, {});
    await site.runner.finish(ref, "stopped", { exit_code: null });
    expect(await look(template)).toMatchObject({ status: expected });
  });

  test("a run of a chosen commit says nothing, although its runner reports a commit of every run", async () => {
    const template = await site.template();
    await check(template, DRIFTED);
    const runOf = async (input: object) => {
      const { ref } = await site.run(template, input);
      await site.runner.progress(ref, { commit_hash: "a".repeat(40) });
      await site.runner.finish(ref);
      return (await look(template))?.status;
    };
    expect(await runOf({ commit_hash: "a".repeat(40) })).toBe("drifted");
    expect(await runOf({})).toBe("in_sync");
  });

  test("a run with another environment says nothing", async () => {
    const template = await site.template({ launch: { environment_id: "allowed" } });
    await check(template, DRIFTED);
    await run(template, { environment_id: site.r.environmentId });
    expect(await look(template)).toMatchObject({ status: "drifted" });
  });

  test("a check that is stopped says nothing", async () => {
    const template = await site.template();
    await check(template, DRIFTED);
    const { ref } = await site.run(template, { drift_check: true });
    await site.w.call(stopTask, "owner", { projectId: site.w.projectId, taskId: ref.task_id }, {});
    await site.runner.finish(ref, "stopped", { exit_code: null });
    expect(await look(template)).toMatchObject({ status: "drifted" });
  });

  test("a template that works on something else is unchecked again", async () => {
    const template = await site.template();
    await check(template, IN_SYNC);
    const params = { projectId: site.w.projectId, templateId: template };
    const current = await site.w.call(getTemplate, "owner", params, {});
    await site.w.call(updateTemplate, "owner", params, { ...current, name: "renamed" });
    expect(await look(template)).toMatchObject({ status: "in_sync" });
    await site.w.call(updateTemplate, "owner", params, { ...current, playbook: "elsewhere" });
    expect(await look(template)).toBeNull();
  });

  describe("nothing by a check", () => {
    const ansible = { app: "ansible", playbook: "a.yml" };
    let runner: HandRunner;
    beforeAll(async () => {
      runner = await HandRunner.start(db, { tools: { "ansible-playbook": "2" } });
    });

    test.each<[string, (ref: AttemptRef) => Promise<unknown>]>([
      ["ends", (ref) => runner.finish(ref)],
      ["is lost with its runner's process", () => runner.restart()],
    ])("that %s after its inventory was deleted", async (_, end) => {
      const launch = { inventory_id: "ask" };
      const template = await site.template({ ...ansible, inventory_id: site.r.inventoryId, launch });
      const inventory_id = await makeInventory("One that goes");
      await start({ template_id: template, inventory_id });
      const ref = await runner.take();
      await db.delete(inventories).where(eq(inventories.id, inventory_id));
      await runner.progress(ref, { drift: DRIFTED });
      await end(ref);
      expect(await db.$count(tasks, and(eq(tasks.id, ref.task_id), isNull(tasks.end)))).toBe(0);
      expect(await look(template)).toBeNull();
    });

    test.each([
      ["inventory", async () => ({ inventory_id: await makeInventory("Another one") })],
      ["branch", async () => ({ git_branch: "another" })],
    ])("that ends after its template was changed to another %s", async (_, change) => {
      const template = await site.template({ ...ansible, inventory_id: site.r.inventoryId });
      await start({ template_id: template });
      const ref = await runner.take();
      const params = { projectId: site.w.projectId, templateId: template };
      const current = await site.w.call(getTemplate, "owner", params, {});
      await site.w.call(updateTemplate, "owner", params, { ...current, ...(await change()) });
      await runner.progress(ref, { drift: DRIFTED });
      await runner.finish(ref);
      expect(await look(template)).toBeNull();
    });
  });

  test("two first checks that end at once leave one row", async () => {
    const ansible = { app: "ansible", playbook: "a.yml", inventory_id: site.r.inventoryId };
    const template = await site.template({ allow_parallel_tasks: true, ...ansible });
    const runner = await HandRunner.start(db, { tools: { "ansible-playbook": "2" } });
    await start({ template_id: template });
    await start({ template_id: template });
    const refs: AttemptRef[] = [await runner.take(), await runner.take()];
    for (const ref of refs) await runner.progress(ref, { drift: IN_SYNC });
    await Promise.all(refs.map((ref) => runner.finish(ref)));
    expect(await db.select().from(drifts).where(eq(drifts.template_id, template))).toHaveLength(1);
  });
});

describe("alerts", () => {
  const said = async (templateId: number) => {
    const rows = await db.select().from(outbox).orderBy(outbox.id);
    return rows
      .filter(({ payload }) => payload?.template.id === templateId)
      .map(({ payload }) => (payload?.task && payload.drift?.status) ?? payload?.task?.status);
  };

  test("come with changes, not with checks", async () => {
    const template = await site.template();
    await check(template, IN_SYNC);
    await check(template, IN_SYNC);
    expect(await said(template)).toEqual([]);
    await check(template, DRIFTED);
    await check(template, DRIFTED);
    expect(await said(template)).toEqual(["drifted"]);
    await check(template, undefined, "error");
    await check(template, undefined, "error");
    expect(await said(template)).toEqual(["drifted", "unknown"]);
    await check(template, IN_SYNC);
    expect(await said(template)).toEqual(["drifted", "unknown", "in_sync"]);
  });

  test("of a run that reconciles follow its own, and one that fails has only its own", async () => {
    const template = await site.template();
    await check(template, DRIFTED);
    await run(template, {});
    expect(await said(template)).toEqual(["drifted", "in_sync", "success"]);
    await run(template, {}, undefined, "error");
    expect(await said(template)).toEqual(["drifted", "in_sync", "success", "error"]);
  });

  test("of good news are left out for a template that wants none", async () => {
    const template = await site.template({ suppress_success_alerts: true });
    await check(template, DRIFTED);
    await check(template, IN_SYNC);
    expect(await said(template)).toEqual(["drifted"]);
  });
});
