import { beforeAll, describe, expect, it } from "vitest";
import { saveApp } from "@/lib/app/operations";
import { updateEnvironment } from "@/lib/environment/operations";
import { listEvents, listMyEvents } from "@/lib/event/operations";
import * as integrations from "@/lib/integration/operations";
import * as parts from "@/lib/integration/part-operations";
import { updateInventory } from "@/lib/inventory/operations";
import { updateKey } from "@/lib/key/operations";
import { updateMember } from "@/lib/member/operations";
import { saveOption } from "@/lib/option/operations";
import { updateProject } from "@/lib/project/operations";
import { updateRepository } from "@/lib/repository/operations";
import { createRunner, updateRunner } from "@/lib/runner/operations";
import { createSchedule, setScheduleActive, updateSchedule } from "@/lib/schedule/operations";
import { signIn } from "@/lib/sign-in/sign-in";
import { createTemplate, updateTemplate } from "@/lib/template/operations";
import { changePassword, updateUser } from "@/lib/user/operations";
import { moveViews, updateView } from "@/lib/view/operations";
import { freshDatabase } from "../support/database";
import { type Resources, resources } from "../support/resources";
import { tablesWith } from "../support/tables";
import { type Person, setPassword, type World, world } from "../support/world";

const db = await freshDatabase();
const CANARY = "canary-91c2";
let w: World;
let ids: Resources;
beforeAll(async () => {
  w = await world(db);
  ids = await resources(db, w.projectId);
});

const here = (more: object = {}) => ({ projectId: w.projectId, ...more });
const newest = async (as: Person = "owner") => (await w.call(listEvents, as, here(), { limit: 1 }))[0];
const newestOfServer = async () => (await w.call(listMyEvents, "admin", {}, { limit: 1 }))[0];

describe("an update records its changes", () => {
  const login = { login: "joe", password: CANARY };

  it.each<[string, () => Promise<unknown>, object | null]>([
    [
      "project",
      () => w.call(updateProject, "owner", here(), { name: "Ours", alert: true, max_parallel_tasks: 3 }),
      { alert: { from: false, to: true }, max_parallel_tasks: { from: 0, to: 3 } },
    ],
    [
      "key, by name",
      () => w.call(updateKey, "owner", here({ keyId: ids.keyId }), { name: "none at all", type: "ssh" }),
      { name: { from: "nothing", to: "none at all" } },
    ],
    [
      "key, with a new secret",
      () => {
        const input = { name: "password", type: "login_password", login_password: login, override_secret: true };
        return w.call(updateKey, "owner", here({ keyId: ids.passwordKeyId }), input);
      },
      { secret: { sealed: true } },
    ],
    [
      "repository",
      () => {
        const input = { name: "code", git_url: "/srv/other", git_branch: "", ssh_key_id: ids.keyId };
        return w.call(updateRepository, "owner", here({ repositoryId: ids.repositoryId }), input);
      },
      { git_url: { from: "/srv/code", to: "/srv/other" } },
    ],
    [
      "inventory, whose text may hold passwords",
      () => {
        const input = { name: "hosts", type: "static", inventory: `web password=${CANARY}`, ssh_key_id: null };
        return w.call(updateInventory, "owner", here({ inventoryId: ids.inventoryId }), input);
      },
      { ssh_key_id: { from: expect.any(Number), to: null }, inventory: { sealed: true } },
    ],
    [
      "environment, but not what is confidential by its name",
      () => {
        const secrets = [{ type: "env", name: "TOKEN", secret: CANARY, operation: "create" }];
        const input = { name: "plain", json: `{"a":"b","secret_a":"${CANARY}"}`, env: null, secrets };
        return w.call(updateEnvironment, "owner", here({ environmentId: ids.environmentId }), input);
      },
      { "json.a": { from: null, to: "b" }, "json.secret_a": { sealed: true }, "secrets.TOKEN": { sealed: true } },
    ],
    [
      "view",
      () => w.call(updateView, "owner", here({ viewId: ids.viewId }), { title: "All", position: 0 }),
      { title: { from: "All of it", to: "All" } },
    ],
    ["order of the views", () => w.call(moveViews, "owner", here(), { [ids.viewId]: 4 }), { All: { from: 0, to: 4 } }],
    [
      "role of a member",
      () => w.call(updateMember, "owner", here({ userId: w.userIds.guest }), { role: "task_runner" }),
      { role: { from: "guest", to: "task_runner" } },
    ],
    ["nothing", () => w.call(updateView, "owner", here({ viewId: ids.viewId }), { title: "All", position: 4 }), null],
  ])("%s", async (_what, change, changes) => {
    await change();
    expect(await newest()).toMatchObject({ ip: "127.0.0.1", username: "owner", user_name: "The owner" });
    expect((await newest())?.changes).toEqual(changes);
  });

  it("of a template, its vaults, schedules and integrations", async () => {
    const input = { name: "t", app: "bash", playbook: "a.sh", repository_id: ids.repositoryId, survey_vars: [] };
    const { id: templateId } = await w.call(createTemplate, "owner", here(), input);
    const vaults = [{ name: "v", vault_key_id: ids.passwordKeyId }];
    const changed = { ...input, playbook: "b.sh", start_version: "of no use", vaults };
    await w.call(updateTemplate, "owner", here({ templateId }), changed);
    expect((await newest())?.changes).toEqual({
      playbook: { from: "a.sh", to: "b.sh" },
      vaults: { from: [], to: vaults },
    });
    const schedule = { template_id: templateId, run_at: "2199-01-01T00:00:00Z", active: true };
    const { id: scheduleId } = await w.call(createSchedule, "owner", here(), schedule);
    await w.call(updateSchedule, "owner", here({ scheduleId }), { ...schedule, task_params: { message: CANARY } });
    expect((await newest())?.changes).toEqual({ task_params: { sealed: true } });
    await w.call(setScheduleActive, "owner", here({ scheduleId }), { active: false });
    expect((await newest())?.changes).toEqual({ active: { from: true, to: false } });
    const { id: integrationId } = await w.call(integrations.createIntegration, "owner", here(), { name: "i" });
    await w.call(integrations.updateIntegration, "owner", here({ integrationId }), { name: "j", searchable: true });
    expect((await newest())?.changes).toEqual({
      name: { from: "i", to: "j" },
      searchable: { from: false, to: true },
    });
    const matcher = { name: "m", match_type: "header", key: "X", method: "equals", value: "1" };
    const { id: matcherId } = await w.call(parts.createMatcher, "owner", here({ integrationId }), matcher);
    await w.call(parts.updateMatcher, "owner", here({ integrationId, matcherId }), { ...matcher, value: "2" });
    expect((await newest())?.changes).toEqual({ value: { from: "1", to: "2" } });
    const value = { name: "x", value_source: "header", key: "X", variable: "a" };
    const { id: valueId } = await w.call(parts.createValue, "owner", here({ integrationId }), value);
    await w.call(parts.updateValue, "owner", here({ integrationId, valueId }), { variable: "b" });
    expect((await newest())?.changes).toEqual({ variable: { from: "a", to: "b" } });
  });

  it("of accounts, runners, applications and options", async () => {
    const account = { name: "The stranger", username: "stranger", email: "new@example.com" };
    await w.call(updateUser, "admin", { userId: w.userIds.stranger }, { ...account, password: CANARY });
    expect((await newestOfServer())?.changes).toEqual({
      email: { from: "stranger@example.com", to: "new@example.com" },
      password: { sealed: true },
    });
    await w.call(changePassword, "admin", { userId: w.userIds.stranger }, { password: `${CANARY}-2` });
    expect((await newestOfServer())?.changes).toEqual({ password: { sealed: true } });
    const runner = { name: "r", active: true, max_parallel_tasks: 1, webhook: "", tag: "" };
    const { id: runnerId } = await w.call(createRunner, "admin", {}, runner);
    await w.call(updateRunner, "admin", { runnerId }, { ...runner, tag: "gpu" });
    expect((await newestOfServer())?.changes).toEqual({ tags: { from: [], to: ["gpu"] } });
    await w.call(saveApp, "admin", { appId: "bash" }, { active: true, title: "Shell" });
    expect((await newestOfServer())?.changes).toMatchObject({ title: { from: "", to: "Shell" } });
    await w.call(saveOption, "admin", {}, { key: "global_integration_alias", value: CANARY });
    expect((await newestOfServer())?.changes).toEqual({ global_integration_alias: { sealed: true } });
  });

  it("without any secret", async () => {
    expect(await tablesWith(db, CANARY)).not.toContain("events");
  });
});

describe("the source address and the changes of an event", () => {
  it("are visible to those who manage resources, in the project's list and in their own", async () => {
    await w.call(updateView, "owner", here({ viewId: ids.viewId }), { title: "Seen", position: 4 });
    for (const as of ["admin", "owner", "manager"] as const) {
      expect(await newest(as)).toMatchObject({ ip: "127.0.0.1", changes: { title: { to: "Seen" } } });
    }
    for (const as of ["task_runner", "guest"] as const) {
      const { ip, changes } = (await newest(as)) ?? {};
      expect([ip, changes]).toEqual([undefined, undefined]);
    }
    const [manager] = await w.call(listMyEvents, "manager", {}, { limit: 1 });
    expect(manager).toMatchObject({ changes: { title: { to: "Seen" } } });
    const runner = await w.call(listMyEvents, "task_runner", {}, {});
    const seen = runner.find(({ description }) => description === "View Seen updated");
    expect([seen?.object_type, seen?.changes]).toEqual(["view", undefined]);
  });
});

describe("sign-ins", () => {
  const visitor = { ip: "203.0.113.9", userAgent: "tests" };

  it("are recorded with their address, including failed ones, for administrators and for the user", async () => {
    await setPassword(db, w.userIds.manager, "a good password");
    await signIn(db, { auth: "manager", password: "a good password" }, visitor);
    expect(await newestOfServer()).toMatchObject({
      object_type: "session",
      description: "Signed in",
      username: "manager",
      ip: visitor.ip,
    });
    const own = await w.call(listMyEvents, "manager", {}, {});
    expect(own.map(({ description }) => description)).toContain("Signed in");
    await signIn(db, { auth: "manager", password: CANARY }, visitor).catch(() => "refused");
    expect(await newestOfServer()).toMatchObject({ description: "Sign-in of user manager failed", username: null });
    await signIn(db, { auth: CANARY, password: "typed into the wrong field" }, visitor).catch(() => "refused");
    expect(await newestOfServer()).toMatchObject({ description: "Sign-in of an unknown user failed", object_id: null });
    expect(await tablesWith(db, CANARY)).not.toContain("events");
  });
});
