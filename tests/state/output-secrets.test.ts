import { randomBytes } from "node:crypto";
import { eq, lte } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { environmentSecrets } from "@/db/schema/environments";
import { stateVersions } from "@/db/schema/state-versions";
import { updateEnvironment } from "@/lib/environment/operations";
import type { AttemptRef } from "@/lib/protocol/runner";
import type { JobState } from "@/lib/protocol/state";
import { parseKeyRing } from "@/lib/secret/key-ring";
import { seal } from "@/lib/secret/seal";
import { createStateToken } from "@/lib/state/operations";
import { getVersion, revealOutput, rollbackState, uploadState } from "@/lib/state/version-operations";
import { loseAttempt } from "@/lib/task/attempt/recover";
import { confirmTask } from "@/lib/task/operations";
import { getOutputs } from "@/lib/task/result-operations";
import { openSecretOutput, readOutputs } from "@/lib/task/results/outputs";
import { freshDatabase } from "../support/database";
import { onlyState } from "../support/state-site";
import { tablesWith } from "../support/tables";
import { emptiedSite } from "./site";
import { terraformState } from "./states";

const SECRET = "canary-s3cret-of-environment";
const URL = `postgres://app:${SECRET}@db`;
const HIDDEN = { name: "db_url", sensitive: true };
const SHOWN = { name: "port", sensitive: false, value: 5432 };

const db = await freshDatabase();
const site = await emptiedSite(db);
const { place, listed } = site;
let template: number;

async function changeSecret(secret: { operation: string; secret?: string; name?: string }): Promise<void> {
  const { w, r } = site;
  const [stored] = await db.select().from(environmentSecrets);
  const secrets = [{ id: stored?.id, type: "env", name: "PASSWORD", ...secret }];
  const input = { id: r.environmentId, project_id: w.projectId, name: "e", json: "{}", env: "{}", secrets };
  await w.call(updateEnvironment, "owner", { projectId: w.projectId, environmentId: r.environmentId }, input);
}

beforeEach(async () => {
  await db.delete(environmentSecrets);
  await changeSecret({ operation: "create", secret: SECRET });
  const survey_vars = [{ name: "pin", title: "Pin", type: "secret" }];
  template = await site.template({ auto_approve: true, survey_vars });
});

/** A state of which the tool calls no output sensitive. */
const textOf = (serial: number, url: unknown = URL) =>
  terraformState((state) => {
    Object.assign(state, { serial, resources: [] });
    state.outputs = { db_url: { value: url, type: "string" }, port: { value: 5432, type: "number" } };
  });

const detail = async (versionId: number) => site.w.call(getVersion, "guest", { ...(await place()), versionId });
/** What everybody may know of the newest version. */
async function outputs() {
  const [newest] = await listed();
  return (await detail(newest?.id ?? 0)).outputs;
}
const ofTask = ({ task_id: taskId }: AttemptRef) =>
  site.w.call(getOutputs, "guest", { projectId: site.w.projectId, taskId });

/** A run that writes this state, brings no outputs and fails. */
async function run(text: string, input: object = {}) {
  const { ref, state } = await site.run(template, input);
  expect((await site.call("POST", state, "", text)).status).toBe(200);
  await site.runner.finish(ref, "error");
  return ref;
}

/** A run whose plan is confirmed. */
async function confirmed(): Promise<AttemptRef> {
  const { ref } = await site.run(await site.template());
  await site.runner.progress(ref, { plan: { add: 1, change: 0, destroy: 0 }, await_confirmation: true });
  await site.w.call(confirmTask, "owner", { projectId: site.w.projectId, taskId: ref.task_id });
  return ref;
}

async function apply(ref: AttemptRef): Promise<JobState> {
  const { state } = await site.runner.begin(ref, "apply");
  if (!state) throw new Error("begin handed out no state");
  return state;
}

describe("an output of a state that contains a secret of the run", () => {
  test("is shown nowhere, not even by the next task", async () => {
    const first = await run(textOf(1));
    const { ref: second } = await site.run(template);
    await site.runner.finish(second, "error");
    expect(await outputs()).toEqual([HIDDEN, SHOWN]);
    for (const ref of [first, second]) {
      expect(await ofTask(ref)).toEqual([
        { name: "db_url", secret: true },
        { name: "port", value: 5432, secret: false },
      ]);
      expect(await readOutputs(db, [ref.task_id])).toEqual(new Map([[ref.task_id, { port: 5432 }]]));
      expect(await openSecretOutput(db, ref.task_id, "db_url")).toBe(URL);
    }
    expect(await tablesWith(db, SECRET)).toEqual([]);
    const [version] = await listed();
    const at = { ...(await place()), versionId: version?.id };
    expect(await site.w.call(revealOutput, "manager", at, { name: "db_url" })).toEqual({ value: URL });
  });

  test("is hidden also when its runner brings the state", async () => {
    const { ref } = await site.run(template);
    await site.runner.keepState(ref, textOf(1, { deep: [URL] }));
    await site.runner.finish(ref, "error");
    expect(await outputs()).toEqual([HIDDEN, SHOWN]);
  });

  test("stays hidden after a rollback, an upload and a run that knows the secret no more", async () => {
    await run(textOf(1));
    await db.delete(environmentSecrets);
    await run(textOf(2));
    const [, first] = await listed();
    const by = { reason: "back" };
    await site.w.call(rollbackState, "manager", await place(), { version_id: first?.id, ...by });
    await site.w.call(uploadState, "manager", await place(), { content: textOf(9), workspace: "default", ...by });
    for (const { id } of await listed()) expect((await detail(id)).outputs).toEqual([HIDDEN, SHOWN]);
    await run(textOf(10, "postgres://db"));
    expect(await outputs()).toEqual([{ name: "db_url", sensitive: false, value: "postgres://db" }, SHOWN]);
  });

  test("stays hidden if the version before can't be decrypted any more", async () => {
    await run(textOf(1));
    await db.delete(environmentSecrets);
    const [newest] = await listed();
    const lostKey = parseKeyRing(`lost:${randomBytes(32).toString("base64")}`);
    const content = seal("", `state_versions/${newest?.id ?? 0}/content`, lostKey);
    await db.update(stateVersions).set({ content });
    await expect(detail(newest?.id ?? 0)).rejects.toThrow("stateKeyMissing");
    const upload = { content: textOf(9), workspace: "default", reason: "recovered" };
    await site.w.call(uploadState, "manager", await place(), upload);
    expect(await outputs()).toEqual([HIDDEN, SHOWN]);
  });

  test("is hidden in a state from elsewhere as soon as a run brings outputs", async () => {
    await run(textOf(1, "none"));
    const { token: password } = await site.w.call(createStateToken, "manager", await place(), {
      name: "t",
      writes: true,
    });
    const path = `/api/state/${(await onlyState(db)).id}/default`;
    await site.call("POST", { path, password }, "", textOf(2));
    const { ref } = await site.run(template);
    await site.runner.outputs(ref, []);
    await site.runner.finish(ref);
    expect(await outputs()).toEqual([HIDDEN, SHOWN]);
    expect(await ofTask(ref)).toContainEqual({ name: "db_url", secret: true });
    expect(await tablesWith(db, SECRET)).toEqual([]);
  });

  test("has no value, like all others, if the run's secret answers are gone", async () => {
    const pin = "canary-pin";
    const { ref, state } = await site.run(template, { secret: JSON.stringify({ pin }) });
    await db.transaction((tx) => loseAttempt(tx, ref, "runner_lost"));
    expect((await site.call("POST", state, "", textOf(1, `pin ${pin}`))).status).toBe(200);
    const [offered] = await listed();
    await site.w.call(rollbackState, "manager", await place(), { version_id: offered?.id, reason: "accept" });
    expect(await outputs()).toEqual([
      { name: "db_url", sensitive: false },
      { name: "port", sensitive: false },
    ]);
    expect(await tablesWith(db, pin)).toEqual([]);
    await run(textOf(5, "postgres://db"));
    expect(await outputs()).toContainEqual(SHOWN);
  });

  const withoutValues = [
    { name: "db_url", sensitive: false },
    { name: "port", sensitive: false },
  ];

  test.each([
    { operation: "update", secret: "another-one-now" },
    { operation: "delete", secret: "" },
  ])("has no value, like all others, after an $operation of that secret while the run goes on", async (change) => {
    const { ref, state } = await site.run(template);
    await changeSecret(change);
    expect((await site.call("POST", state, "", textOf(1))).status).toBe(200);
    await site.runner.keepState(ref, textOf(2), true);
    await site.runner.outputs(ref, [{ name: "db_url", value: URL, secret: false }]);
    await site.runner.finish(ref);
    for (const { id } of await listed()) expect((await detail(id)).outputs).toEqual(withoutValues);
    expect(await ofTask(ref)).toEqual([
      { name: "db_url", secret: true },
      { name: "port", secret: false },
    ]);
    expect(await tablesWith(db, SECRET)).toEqual([]);
  });

  test("has no value after a deletion of a secret that only the apply was given", async () => {
    await changeSecret({ operation: "update", secret: "known-all-the-time" });
    const ref = await confirmed();
    await changeSecret({ operation: "create", name: "TOKEN", secret: SECRET });
    const state = await apply(ref);
    await db.delete(environmentSecrets).where(eq(environmentSecrets.name, "TOKEN"));
    expect((await site.call("POST", state, "", textOf(1))).status).toBe(200);
    expect(await outputs()).toEqual(withoutValues);
  });

  test("has no value if the plan was made with it and the apply with another", async () => {
    const ref = await confirmed();
    await changeSecret({ operation: "update", secret: "another-one-now" });
    const state = await apply(ref);
    expect((await site.call("POST", state, "", textOf(1))).status).toBe(200);
    expect(await outputs()).toEqual(withoutValues);
  });

  test("is hidden although its task has ended, if that had no secret answers", async () => {
    const { ref, state } = await site.run(template);
    await db.transaction((tx) => loseAttempt(tx, ref, "runner_lost"));
    await site.call("POST", state, "", textOf(1));
    const rows = await db.select().from(stateVersions).where(eq(stateVersions.offered, true));
    expect(rows.map((row) => row.outputs)).toEqual([[HIDDEN, SHOWN]]);
  });

  test("stays hidden when a later run that does not know the secret writes late, also when that is accepted", async () => {
    await run(textOf(1));
    await db.delete(environmentSecrets);
    const { ref, state } = await site.run(template);
    await site.runner.keepState(ref, textOf(2), true);
    await db.transaction((tx) => loseAttempt(tx, ref, "runner_lost"));
    expect((await site.call("POST", state, "", textOf(3))).status).toBe(200);
    const [late, errored] = await listed();
    for (const version of [late, errored]) {
      expect(version?.offered).toBe(true);
      await site.w.call(rollbackState, "manager", await place(), { version_id: version?.id, reason: "accept" });
    }
    for (const { id } of await listed()) expect((await detail(id)).outputs).toEqual([HIDDEN, SHOWN]);
    expect(await tablesWith(db, SECRET)).toEqual([]);
  });

  test("stays hidden when its tool has deleted the state and writes it again", async () => {
    await run(textOf(1));
    await db.delete(environmentSecrets);
    const { ref, state } = await site.run(template);
    expect((await site.call("DELETE", state)).status).toBe(200);
    await site.runner.keepState(ref, textOf(1, "none"), true);
    expect((await site.call("POST", state, "", textOf(2))).status).toBe(200);
    await site.runner.finish(ref, "error");
    expect(await outputs()).toEqual([HIDDEN, SHOWN]);
  });

  test("is hidden in every version that was kept in plaintext, once a run brings outputs", async () => {
    for (const serial of [1, 2, 3]) await run(textOf(serial));
    await run(textOf(4, "none"));
    const plain = [{ name: "db_url", sensitive: false, value: URL }, SHOWN];
    await db.update(stateVersions).set({ outputs: plain }).where(lte(stateVersions.number, 3));
    const { ref } = await site.run(template);
    await site.runner.outputs(ref, []);
    await site.runner.finish(ref);
    const [newest, ...older] = await listed();
    expect(older).toHaveLength(3);
    for (const { id } of older) expect((await detail(id)).outputs).toEqual([HIDDEN, SHOWN]);
    expect((await detail(newest?.id ?? 0)).outputs).toContainEqual({ name: "db_url", sensitive: false, value: "none" });
    expect(await tablesWith(db, SECRET)).toEqual([]);
  });
});
