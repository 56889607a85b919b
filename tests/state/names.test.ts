import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { events } from "@/db/schema/events";
import { projectMembers } from "@/db/schema/projects";
import { stateLocks } from "@/db/schema/state-versions";
import { states } from "@/db/schema/states";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import { leaveProject, removeMember, updateMember } from "@/lib/member/operations";
import { createState, createStateToken, deleteStateToken, renameState } from "@/lib/state/operations";
import { listVersions } from "@/lib/state/version-operations";
import { deleteTemplate } from "@/lib/template/operations";
import { deleteUser, updateUser } from "@/lib/user/operations";
import { freshDatabase } from "../support/database";
import { onlyState, type StateSite, stateSite } from "../support/state-site";
import type { Person } from "../support/world";
import { terraformState } from "./states";

const db = await freshDatabase();
let site: StateSite;
let project: { projectId: number };

beforeAll(async () => {
  site = await stateSite(db);
  project = { projectId: site.w.projectId };
});
afterAll(() => site?.api.stop());
beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(templates);
  await db.delete(states);
});

const create = (name: string) => site.w.call(createState, "owner", project, { name, kind: "terraform" });
const rename = (stateId: number, name: string) => site.w.call(renameState, "owner", { ...project, stateId }, { name });
const newestEvent = async () => (await db.select().from(events).orderBy(desc(events.id)).limit(1))[0];
const LOCK = JSON.stringify({ ID: "1", Operation: "apply", Who: "alice@laptop" });

const manager = () => ({ ...project, userId: site.w.userIds.manager });
const stranger = () => ({ userId: site.w.userIds.stranger });
const STRANGER = { username: "stranger", name: "The stranger", email: "stranger@example.com", alert: false };

async function lockedByToken(as: Person = "owner") {
  const state = await onlyState(db);
  const params = { ...project, stateId: state.id };
  const { id, token } = await site.w.call(createStateToken, as, params, { name: "laptop", writes: true });
  const credential = { path: `/api/state/${state.id}/default`, password: token };
  expect((await site.call("LOCK", credential, "", LOCK)).status).toBe(200);
  return { credential, deleteToken: () => site.w.call(deleteStateToken, "owner", { ...params, tokenId: id }) };
}

test("no two states of a project have the same name, also when two ask at once", async () => {
  const { id } = await create("network");
  const other = await create("servers");
  await expect(create("network")).rejects.toThrow("name: stateNameTaken");
  await expect(rename(other.id, "network")).rejects.toThrow("name: stateNameTaken");
  await rename(id, "network");
  const asked = await Promise.allSettled([rename(id, "core"), rename(other.id, "core")]);
  expect(asked.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("a state that nobody sees yet leaves its name to one that a person makes or renames", async () => {
  for (const name of ["Servers", "Network"]) await site.start(await site.template({ name }));
  const { id } = await create("Servers");
  await rename(id, "Network");
  const all = await db.select().from(states).orderBy(states.id);
  expect(all.map(({ name }) => name)).toEqual(["Servers (2)", "Network (2)", "Network"]);
  await expect(create("Network")).rejects.toThrow("name: stateNameTaken");
});

test("the state of a template's first run gets a number if its name is taken", async () => {
  await create("Servers");
  await site.start(await site.template({ name: "Servers" }));
  expect((await db.select().from(states).orderBy(states.id)).map(({ name }) => name)).toEqual([
    "Servers",
    "Servers (2)",
  ]);
});

test("the event of a new name has the old one", async () => {
  const { id } = await create("network");
  await rename(id, "core");
  expect(await newestEvent()).toMatchObject({
    description: "State core renamed, before network",
    changes: { name: { from: "network", to: "core" } },
  });
});

test("events of tokens name the state, and the lock that ends with a token", async () => {
  await create("network");
  const { deleteToken } = await lockedByToken();
  expect(await newestEvent()).toMatchObject({ description: "Token laptop of State network created" });
  await deleteToken();
  expect(await newestEvent()).toMatchObject({
    object_name: "network",
    description: "Token laptop of State network deleted, and its lock of default broken",
  });
  expect(await db.select().from(stateLocks)).toEqual([]);
});

test.each(["UNLOCK", "the token's end"])("a task waits for a token's lock until %s", async (by) => {
  const template = await site.template();
  const { ref } = await site.run(template);
  await site.runner.finish(ref);
  const { credential, deleteToken } = await lockedByToken();
  const waiting = await site.start(template);
  const soon = AbortSignal.timeout(300);
  expect((await site.runner.poll(1, [], soon)).tasks).toEqual([]);
  const waiting_for = { code: "state_busy", held_by: [], holder: "alice@laptop" };
  expect(await site.look(waiting)).toMatchObject({ status: "waiting", waiting_for });
  const work = site.runner.poll();
  await (by === "UNLOCK" ? site.call("UNLOCK", credential, "", LOCK) : deleteToken());
  expect((await work).tasks).toMatchObject([{ task_id: waiting }]);
});

test.each<[string, () => Promise<unknown>]>([
  ["removed", () => site.w.call(removeMember, "owner", manager())],
  ["demoted", () => site.w.call(updateMember, "owner", manager(), { role: "guest" })],
  ["gone", () => site.w.call(leaveProject, "manager", project)],
  ["no longer an administrator", () => site.w.call(updateUser, "admin", stranger(), { ...STRANGER, admin: false })],
  ["deleted", () => site.w.call(deleteUser, "admin", stranger())],
])("a lock ends with the token of a person who is %s", async (change, end) => {
  const template = await site.template();
  const { ref } = await site.run(template);
  await site.runner.finish(ref);
  const isMember = ["removed", "demoted", "gone"].includes(change);
  const team = { project_id: project.projectId, user_id: site.w.userIds.manager, role: "manager" as const };
  await db
    .insert(projectMembers)
    .values(team)
    .onConflictDoUpdate({
      target: [projectMembers.project_id, projectMembers.user_id],
      set: { role: "manager" },
    });
  await db.update(users).set({ admin: true }).where(eq(users.id, site.w.userIds.stranger));
  await lockedByToken(isMember ? "manager" : "stranger");
  const waiting = await site.start(template);
  const work = site.runner.poll();
  await end();
  expect((await work).tasks).toMatchObject([{ task_id: waiting }]);
  const told = await db.select().from(events).where(eq(events.object_type, "state")).orderBy(desc(events.id)).limit(1);
  expect(told).toMatchObject([
    {
      project_id: project.projectId,
      description: expect.stringMatching(/^Token laptop of State .+ lost its rights, and its lock of default broken$/),
    },
  ]);
});

test("a drift check does not wait for a token's lock", async () => {
  const template = await site.template();
  const { ref } = await site.run(template);
  await site.runner.finish(ref);
  await lockedByToken();
  const check = await site.start(template, { drift_check: true });
  expect((await site.runner.poll()).tasks).toMatchObject([{ task_id: check }]);
});

test("a version keeps the number of its task when that is deleted", async () => {
  const template = await site.template();
  const { ref, state } = await site.run(template);
  await site.call("POST", state, "", terraformState());
  await site.runner.finish(ref);
  await site.w.call(deleteTemplate, "owner", { ...project, templateId: template });
  const params = { ...project, stateId: state.state_id };
  expect(await site.w.call(listVersions, "owner", params, {})).toMatchObject([
    { number: 1, task_id: null, task_number: ref.task_id },
  ]);
});
