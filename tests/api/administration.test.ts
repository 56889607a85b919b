import { beforeAll, describe, expect, it } from "vitest";
import * as appActiveRoute from "@/app/api/apps/[appId]/active/route";
import * as appRoute from "@/app/api/apps/[appId]/route";
import * as optionsRoute from "@/app/api/options/route";
import * as meRoute from "@/app/api/project/[projectId]/me/route";
import * as stopAllRoute from "@/app/api/project/[projectId]/templates/[templateId]/stop_all_tasks/route";
import * as memberRoute from "@/app/api/project/[projectId]/users/[userId]/route";
import * as membersRoute from "@/app/api/project/[projectId]/users/route";
import * as runnerActiveRoute from "@/app/api/runners/[runnerId]/active/route";
import * as runnerRoute from "@/app/api/runners/[runnerId]/route";
import * as runnersRoute from "@/app/api/runners/route";
import * as taskRoute from "@/app/api/tasks/[taskId]/route";
import * as tasksRoute from "@/app/api/tasks/route";
import * as currentRoute from "@/app/api/user/route";
import * as tokenRoute from "@/app/api/user/tokens/[tokenId]/route";
import * as tokensRoute from "@/app/api/user/tokens/route";
import * as passwordRoute from "@/app/api/users/[userId]/password/route";
import * as userRoute from "@/app/api/users/[userId]/route";
import * as usersRoute from "@/app/api/users/route";
import { database } from "@/db/client";
import { freshDatabase } from "../support/database";
import { send } from "../support/http";
import { insertTask, insertTemplateRow, resources } from "../support/resources";
import { type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
  return () => database().close();
});

const done = { status: 204, text: "" };

describe("users over HTTP", () => {
  it("go from creation to deletion", async () => {
    const body = { username: "eve", name: "Eve", email: "eve@example.com", password: "secret", admin: false };
    const created = await send(w, usersRoute.POST, { method: "POST", body, as: "admin" });
    expect(created).toMatchObject({ status: 201, body: { username: "eve", alert: false, external: false } });
    const { id } = created.body as { id: number };
    const sent = { params: { userId: id }, as: "admin" } as const;
    expect(await send(w, userRoute.GET, sent)).toMatchObject({ status: 200, body: created.body });
    const whole = { ...(created.body as object), project_id: null, name: "Eve II" };
    expect(await send(w, userRoute.PUT, { ...sent, method: "PUT", body: whole })).toMatchObject(done);
    const reset = { ...sent, method: "POST", body: { password: "another" } };
    expect(await send(w, passwordRoute.POST, reset)).toMatchObject(done);
    expect(await send(w, usersRoute.GET, { as: "guest" })).toMatchObject({
      status: 200,
      body: expect.arrayContaining([{ id, username: "eve", name: "Eve II" }]),
    });
    expect(await send(w, userRoute.DELETE, { ...sent, method: "DELETE" })).toMatchObject(done);
    expect(await send(w, userRoute.GET, sent)).toMatchObject({ status: 404, text: "" });
  });

  it("answer bad calls as the contract says", async () => {
    const post = (body: unknown, as: "admin" | "guest" = "admin") =>
      send(w, usersRoute.POST, { method: "POST", body, as });
    expect(await post({}, "guest")).toMatchObject({ status: 401, text: "" });
    expect(await post("{", "admin")).toMatchObject({ status: 400, body: { error: "Request body is not valid JSON" } });
    expect(await post(undefined)).toMatchObject({ status: 400 });
    expect(await send(w, userRoute.GET, { params: { userId: "null" }, as: "guest" })).toMatchObject({ status: 400 });
    const huge = { method: "POST", params: { userId: w.userIds.guest }, body: { password: "x".repeat(2_000_000) } };
    expect(await send(w, passwordRoute.POST, { ...huge, as: "admin" })).toMatchObject({ status: 413 });
  });
});

describe("API tokens over HTTP", () => {
  it("are what a script does after it signed in: POST, take .id, go on with Bearer", async () => {
    const created = await send(w, tokensRoute.POST, { method: "POST", as: "guest" });
    expect(created.status).toBe(201);
    const { id } = created.body as { id: string };
    const headers = { authorization: `Bearer ${id}` };
    expect(await send(w, currentRoute.GET, { headers })).toMatchObject({ status: 200, body: { username: "guest" } });
    expect(await send(w, tokensRoute.GET, { headers })).toMatchObject({ status: 200, body: [{ id: id.slice(0, 12) }] });
    const params = { tokenId: id.slice(0, 12) };
    expect(await send(w, tokenRoute.DELETE, { method: "DELETE", params, headers })).toMatchObject(done);
    expect(await send(w, currentRoute.GET, { headers })).toMatchObject({ status: 401, text: "" });
    expect(await send(w, tokenRoute.DELETE, { method: "DELETE", params, as: "guest" })).toMatchObject(done);
  });
});

describe("the team over HTTP", () => {
  it("takes, changes and loses members with 204", async () => {
    const params = { projectId: w.projectId };
    const one = { ...params, userId: w.userIds.stranger };
    const body = { project_id: w.projectId, user_id: w.userIds.stranger, role: "guest" };
    const add = { method: "POST", params, body, as: "owner" } as const;
    expect(await send(w, membersRoute.POST, add)).toMatchObject(done);
    expect((await send(w, membersRoute.POST, add)).status).toBe(409);
    const role = { method: "PUT", params: one, body: { role: "manager" }, as: "owner" } as const;
    expect(await send(w, memberRoute.PUT, role)).toMatchObject(done);
    const listed = await send(w, membersRoute.GET, { params, as: "stranger" });
    expect(listed.body).toContainEqual(expect.objectContaining({ username: "stranger", role: "manager" }));
    expect(await send(w, memberRoute.GET, { params: one, as: "guest" })).toMatchObject({ status: 200 });
    expect(await send(w, meRoute.DELETE, { method: "DELETE", params, as: "stranger" })).toMatchObject(done);
    expect(await send(w, memberRoute.DELETE, { method: "DELETE", params: one, as: "owner" })).toMatchObject({
      status: 404,
      text: "",
    });
    const self = { ...params, userId: w.userIds.owner };
    expect((await send(w, memberRoute.DELETE, { method: "DELETE", params: self, as: "owner" })).status).toBe(400);
  });
});

describe("applications, runners and options over HTTP", () => {
  it("take PUT and POST alike", async () => {
    const params = { appId: "ruby" };
    for (const [method, handler] of [
      ["PUT", appRoute.PUT],
      ["POST", appRoute.POST],
    ] as const) {
      const body = { active: true, priority: 1, title: method };
      expect(await send(w, handler, { method, params, body, as: "admin" })).toMatchObject(done);
      expect(await send(w, appRoute.GET, { params, as: "admin" })).toMatchObject({ body: { title: method } });
    }
    const off = { method: "POST", params, body: { active: false }, as: "admin" } as const;
    expect(await send(w, appActiveRoute.POST, off)).toMatchObject(done);
    expect(await send(w, appRoute.DELETE, { method: "DELETE", params, as: "admin" })).toMatchObject(done);
    expect(await send(w, appRoute.GET, { params, as: "admin" })).toMatchObject({
      status: 404,
      body: { error: "app not found" },
    });
  });

  it("show a runner's token in the one reply", async () => {
    const body = { name: "r", webhook: "", max_parallel_tasks: 0, active: true };
    const created = await send(w, runnersRoute.POST, { method: "POST", body, as: "admin" });
    expect(created).toMatchObject({ status: 201, body: { ...body, token: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    const { token, ...runner } = created.body as { id: number; token: string };
    const list = await send(w, runnersRoute.GET, { as: "admin" });
    expect(list.body).toEqual([runner]);
    expect(list.text).not.toContain(token);
    const params = { runnerId: runner.id };
    for (const [method, handler] of [
      ["PUT", runnerRoute.PUT],
      ["POST", runnerRoute.POST],
    ] as const)
      expect(await send(w, handler, { method, params, body: runner, as: "admin" })).toMatchObject(done);
    expect(await send(w, runnerRoute.GET, { params, as: "admin" })).toMatchObject({ body: runner });
    const off = { method: "POST", params, body: { active: false }, as: "admin" } as const;
    expect(await send(w, runnerActiveRoute.POST, off)).toMatchObject(done);
    expect(await send(w, runnerRoute.DELETE, { method: "DELETE", params, as: "admin" })).toMatchObject(done);
    expect(await send(w, runnerActiveRoute.POST, off)).toMatchObject({
      status: 404,
      body: { error: "Runner not found" },
    });
  });

  it("answer an option as it was sent", async () => {
    const body = { key: "k", value: "v" };
    const saved = await send(w, optionsRoute.POST, { method: "POST", body, as: "admin" });
    expect(saved).toMatchObject({ status: 200, body });
    expect(await send(w, optionsRoute.GET, { as: "admin" })).toMatchObject({ status: 200, body: { k: "v" } });
  });
});

describe("active tasks over HTTP", () => {
  it("are the same list at both addresses, and stopped with 204 whatever they are", async () => {
    const templateId = await insertTemplateRow(db, w.projectId, await resources(db, w.projectId));
    const taskId = await insertTask(db, w.projectId, templateId, { status: "waiting" });
    const sent = { params: { taskId }, as: "admin" } as const;
    const list = await send(w, tasksRoute.GET, { as: "admin" });
    expect(list).toMatchObject({ status: 200, body: [{ task_id: taskId, location: "queue" }] });
    expect((await send(w, taskRoute.GET, sent)).text).toBe(list.text);
    for (let again = 0; again < 2; again++)
      expect(await send(w, taskRoute.DELETE, { ...sent, method: "DELETE" })).toMatchObject(done);
    expect((await send(w, tasksRoute.GET, { as: "admin" })).body).toEqual([]);
    const all = { method: "POST", params: { projectId: w.projectId, templateId }, as: "owner" } as const;
    expect(await send(w, stopAllRoute.POST, all)).toMatchObject(done);
    expect(await send(w, stopAllRoute.POST, { ...all, body: { force: true } })).toMatchObject(done);
    expect(await send(w, stopAllRoute.POST, { ...all, as: "guest" })).toMatchObject({ status: 403, text: "" });
  });
});
