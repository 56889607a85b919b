import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runners } from "@/db/schema/runners";
import { taskOutputs } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { updateEnvironment } from "@/lib/environment/operations";
import { MAX_OUTPUT_BYTES, MAX_OUTPUTS } from "@/lib/protocol/outputs";
import type { AttemptRef } from "@/lib/protocol/runner";
import type { StateBackend } from "@/lib/protocol/state";
import { deleteTask } from "@/lib/task/operations";
import { getOutputs } from "@/lib/task/result-operations";
import { openSecretOutput, readOutputs } from "@/lib/task/results/outputs";
import { terraformState } from "../state/states";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type TaskSite, taskSite } from "../support/task-site";
import { refusal } from "../support/world";

const db = await freshDatabase();
const CANARY = "canary-s3cret-of-environment";
let site: TaskSite;
let runner: HandRunner;

beforeAll(async () => {
  site = await taskSite(db);
  const { w, r } = site;
  const secrets = [{ type: "env", name: "PASSWORD", secret: CANARY, operation: "create" }];
  await w.call(
    updateEnvironment,
    "owner",
    { projectId: w.projectId, environmentId: r.environmentId },
    { id: r.environmentId, project_id: w.projectId, name: "e", json: "{}", env: "{}", secrets },
  );
});

beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  runner = await HandRunner.start(db);
});

const of = (taskId: number) => ({ projectId: site.w.projectId, taskId });
const listed = (taskId: number) => site.w.call(getOutputs, "guest", of(taskId));
const taken = async (changes = {}) => {
  await site.start(await site.template(changes));
  return runner.take();
};

describe("outputs", () => {
  test("keep their types, and a later call takes the place of an earlier one", async () => {
    const ref = await taken();
    await runner.outputs(ref, [{ name: "old", value: "x" }]);
    const values = { count: 3, flag: false, nothing: null, zones: ["a", { b: 1.5 }], text: "3", ["__proto__"]: "x" };
    const outputs = Object.entries(values).map(([name, value]) => ({ name, value }));
    for (let times = 0; times < 2; times++) await runner.outputs(ref, outputs);
    expect(await listed(ref.task_id)).toEqual(outputs.map((output) => ({ ...output, secret: false })));
    expect([...(await readOutputs(db, [ref.task_id]))]).toEqual([[ref.task_id, values]]);
    expect(await site.look(ref.task_id)).toMatchObject({
      results: ["outputs"],
      outputs: outputs.map((output) => ({ ...output, sensitive: false })),
    });
    await runner.finish(ref);
    await site.w.call(deleteTask, "admin", of(ref.task_id));
    expect(await db.select().from(taskOutputs)).toEqual([]);
  });

  test("secret ones are sealed and shown nowhere, and open to be passed on", async () => {
    const ref = await taken();
    await runner.outputs(ref, [
      { name: "token", value: "canary-text", secret: true },
      { name: "list", value: ["canary-list", 1], secret: true },
      { name: "plain", value: { a: 1 } },
    ]);
    const rows = await db.select().from(taskOutputs);
    expect(JSON.stringify(rows)).not.toContain("canary");
    expect(await listed(ref.task_id)).toEqual([
      { name: "token", secret: true },
      { name: "list", secret: true },
      { name: "plain", value: { a: 1 }, secret: false },
    ]);
    expect(JSON.stringify(await site.look(ref.task_id))).not.toContain("canary");
    expect((await readOutputs(db, [ref.task_id])).get(ref.task_id)).toEqual({ plain: { a: 1 } });
    const opened = ["token", "list", "plain", "missing"].map((name) => openSecretOutput(db, ref.task_id, name));
    expect(await Promise.all(opened)).toEqual(["canary-text", '["canary-list",1]', '{"a":1}', null]);
  });

  test("what contains a secret that the server knows is one, whatever the runner says", async () => {
    const ref = await taken({ survey_vars: [{ name: "pin", title: "Pin", type: "secret" }] });
    await runner.outputs(ref, [
      { name: "same", value: CANARY },
      { name: "within", value: { url: [`postgres://u:${CANARY}@db`] } },
      { name: "encoded", value: Buffer.from(CANARY).toString("base64") },
      { name: `n.${CANARY}`, value: "x" },
      { name: "other", value: "x" },
    ]);
    expect(await listed(ref.task_id)).toEqual([
      { name: "same", secret: true },
      { name: "within", secret: true },
      { name: "encoded", secret: true },
      { name: "other", value: "x", secret: false },
    ]);
    const dump = JSON.stringify(await db.select().from(taskOutputs));
    expect(dump).not.toContain(CANARY);
    expect(await openSecretOutput(db, ref.task_id, "same")).toBe(CANARY);
  });

  test("a secret answer of the task counts as well", async () => {
    const template = await site.template({ survey_vars: [{ name: "pin", title: "Pin", type: "secret" }] });
    await site.start(template, { secret: JSON.stringify({ pin: "canary-pin" }) });
    const ref = await runner.take();
    await runner.outputs(ref, [{ name: "pin", value: "canary-pin" }]);
    expect(await listed(ref.task_id)).toEqual([{ name: "pin", secret: true }]);
  });

  test("only the attempt that goes on brings any", async () => {
    const ref = await taken();
    expect(await refusal(runner.outputs({ ...ref, attempt: ref.attempt + 1 }, []))).toMatchObject({ status: 409 });
    await runner.outputs(ref, [{ name: "a", value: 1 }]);
    await runner.finish(ref);
    expect(await refusal(runner.outputs(ref, []))).toMatchObject({ status: 409 });
    expect(await listed(ref.task_id)).toEqual([{ name: "a", value: 1, secret: false }]);
  });

  test.each<[string, { name: string; value: unknown }[]]>([
    ["too many", Array.from({ length: MAX_OUTPUTS + 1 }, (_, n) => ({ name: `n${n}`, value: "" }))],
    ["too large", [{ name: "a", value: "x".repeat(MAX_OUTPUT_BYTES) }]],
    ["a name with a space", [{ name: "a b", value: "" }]],
    ["a value that cannot be stored", [{ name: "a", value: ["x\0"] }]],
    ["half of a character", [{ name: "a", value: { "\ud800": 1 } }]],
    ["a value that is nested without end", [{ name: "a", value: JSON.parse("[".repeat(9_000) + "]".repeat(9_000)) }]],
  ])("%s is refused, and what was stored stays", async (_, outputs) => {
    const ref = await taken();
    await runner.outputs(ref, [{ name: "kept", value: 1 }]);
    expect(await refusal(runner.outputs(ref, outputs))).toMatchObject({ status: 400 });
    expect(await listed(ref.task_id)).toEqual([{ name: "kept", value: 1, secret: false }]);
  });

  test("that are texts stay texts, also those that look like JSON", async () => {
    const ref = await taken();
    const outputs = ["1.10", "true", "null", "[1]"].map((value, n) => ({ name: `n${n}`, value }));
    await runner.outputs(ref, outputs);
    expect(await listed(ref.task_id)).toEqual(outputs.map((output) => ({ ...output, secret: false })));
    expect((await readOutputs(db, [ref.task_id])).get(ref.task_id)).toEqual({
      n0: "1.10",
      n1: "true",
      n2: "null",
      n3: "[1]",
    });
  });

  test("belong to their project", async () => {
    const ref = await taken();
    await runner.outputs(ref, [{ name: "a", value: 1 }]);
    const elsewhere = site.w.call(getOutputs, "admin", { projectId: site.w.projectId + 1, taskId: ref.task_id });
    expect(await refusal(elsewhere)).toMatchObject({ status: 404 });
  });
});

test("a task also gives the outputs of the state that it left; what its runner brought counts more", async () => {
  const ref = await taken({ app: "terraform", playbook: "" });
  await runner.keepState(ref, terraformState());
  await runner.outputs(ref, [{ name: "mine", value: 1 }]);
  await runner.finish(ref);
  expect(await listed(ref.task_id)).toEqual([
    { name: "address", value: "10.0.0.1", secret: false },
    { name: "password", secret: true },
    { name: "mine", value: 1, secret: false },
  ]);
  expect((await readOutputs(db, [ref.task_id])).get(ref.task_id)).toEqual({ address: "10.0.0.1", mine: 1 });
  const opened = ["address", "password", "missing"].map((name) => openSecretOutput(db, ref.task_id, name));
  expect(await Promise.all(opened)).toEqual(["10.0.0.1", "canary-output", null]);
  await db.update(taskOutputs).set({ name: "address", value: null, secret: null }).where(eq(taskOutputs.name, "mine"));
  expect((await readOutputs(db, [ref.task_id])).get(ref.task_id)).toEqual({ address: null });
});

test("a task whose code keeps the state elsewhere gives no outputs of the one that it has left behind", async () => {
  const template = await site.template({ app: "terraform", playbook: "" });
  const run = async (state_backend: StateBackend, end: (ref: AttemptRef) => Promise<unknown>) => {
    await site.start(template);
    const ref = await runner.take();
    if (state_backend === "product") await runner.keepState(ref, terraformState());
    await end(ref);
    const { outputs, state } = await site.look(ref.task_id);
    const names = [...new Set([...(await listed(ref.task_id)), ...outputs].map(({ name }) => name))];
    return { names, version: state?.version, secret: await openSecretOutput(db, ref.task_id, "password") };
  };
  const told = (state_backend: StateBackend) =>
    run(state_backend, async (ref) => {
      await runner.progress(ref, { state_backend });
      await runner.finish(ref);
    });
  const toldLast = (state_backend: StateBackend) =>
    run(state_backend, (ref) => runner.finish(ref, "success", { facts: { state_backend } }));
  const left = { names: ["address", "password"], version: 1, secret: "canary-output" };
  const nothing = { names: [], version: null, secret: null };
  expect(await told("product")).toEqual(left);
  for (const tell of [told, toldLast]) {
    expect(await tell("declared")).toEqual(nothing);
    expect(await tell("product")).toEqual(left);
  }
});
