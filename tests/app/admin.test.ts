import { desc } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { apps } from "@/db/schema/apps";
import { events } from "@/db/schema/events";
import { deleteApp, getApp, listApps, saveApp, switchApp } from "@/lib/app/operations";
import { appSettings } from "@/lib/app/store";
import { freshDatabase } from "../support/database";
import { refusal, statuses, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
});
beforeEach(async () => {
  await db.delete(apps);
});

const ADMINS = { anonymous: 401, admin: 200, owner: 403, manager: 403, task_runner: 403, guest: 403, stranger: 403 };
const RUBY = {
  active: true,
  priority: 450,
  title: "Ruby",
  icon: "gem",
  color: "red",
  dark_color: "pink",
  path: "/usr/bin/ruby",
  args: ["-w"],
};
const blank = { active: true, title: "", icon: "", color: "", dark_color: "", path: "", args: null };
const save = (appId: string, input: object) => w.call(saveApp, "admin", { appId }, input);
const get = (appId: string) => w.call(getApp, "admin", { appId });
const unknown = { status: 404, error: "app not found" };
const lastEvent = async () => (await db.select().from(events).orderBy(desc(events.id)).limit(1))[0];

describe("a custom application", () => {
  it("is created, replaced and deleted, with an event for each", async () => {
    expect(await save("ruby", { id: "ruby", ...RUBY })).toBeUndefined();
    expect(await get("ruby")).toEqual(RUBY);
    expect(await lastEvent()).toMatchObject({
      object_type: "app",
      object_name: "ruby",
      description: "App ruby updated",
    });
    expect(await w.call(listApps, "guest", {})).toContainEqual({ id: "ruby", ...RUBY });
    expect(await appSettings(db, "ruby")).toEqual({ known: true, active: true, path: "/usr/bin/ruby", args: ["-w"] });
    await save("ruby", { title: "Ruby 4", args: [] });
    const empty = {
      active: false,
      priority: 0,
      title: "Ruby 4",
      icon: "",
      color: "",
      dark_color: "",
      path: "",
      args: null,
    };
    expect(await get("ruby")).toEqual(empty);
    expect(await w.call(deleteApp, "admin", { appId: "ruby" })).toBeUndefined();
    expect(await lastEvent()).toMatchObject({ description: "App ruby deleted" });
    expect(await refusal(get("ruby"))).toEqual(unknown);
    expect(await w.call(deleteApp, "admin", { appId: "ruby" })).toBeUndefined();
  });

  it.each(["my-app", "my.app", "my_app", "7zip", "constructor"])("accepts the id %s", async (appId) => {
    await save(appId, RUBY);
    expect(await get(appId)).toEqual(RUBY);
    await w.call(deleteApp, "admin", { appId });
    expect(await refusal(get(appId))).toEqual(unknown);
  });

  it.each(["", "-rf", ".hidden", "../bash", "a b", "a;id", "__proto__", "x".repeat(65), "é"])(
    "rejects the id %j",
    async (appId) => {
      const error = "appId: Letters, digits, _, . and - only";
      expect(await refusal(save(appId, RUBY))).toEqual({ status: 400, error });
    },
  );

  it.each([
    [{ path: "bin/ruby" }, "path: Must be an absolute path or the name of a program"],
    [{ path: "./ruby" }, "path: Must be an absolute path or the name of a program"],
    [{ path: "-c" }, "path: Must be an absolute path or the name of a program"],
    [{ path: "/bin/" }, "path: Must be an absolute path or the name of a program"],
    [{ path: "ruby -w" }, "path: Must be an absolute path or the name of a program"],
    [{ path: "/bin/ruby\n" }, "path: Must be an absolute path or the name of a program"],
    [{ args: "-w" }, "args: Expected array"],
    [{ args: [1] }, "args[0]: Expected string"],
    [{ args: ["a\0"] }, expect.stringContaining("args[0]: Must not contain a NUL character")],
    [{ args: Array(101).fill("-w") }, "args: At most 100"],
    [{ priority: "1" }, "priority: Must be an integer"],
    [{ priority: 1.5 }, "priority: Must be an integer"],
    [{ priority: 2 ** 31 }, "priority: Must be an integer"],
    [{ active: 1 }, "active: Expected boolean"],
    [{ title: null, icon: 3 }, "icon: Expected string"],
    [{ id: "perl" }, "ID in body and URL must be the same"],
  ])("is rejected with %o", async (changes, error) => {
    expect(await refusal(save("ruby", { ...RUBY, ...changes }))).toEqual({ status: 400, error });
    expect(await refusal(get("ruby"))).toEqual(unknown);
  });

  it.each(["", "ruby", "ruby3.1", "g++", "/opt/my tools/ruby"])("accepts the path %j", async (path) => {
    await save("ruby", { ...RUBY, path });
    expect(await get("ruby")).toMatchObject({ path });
  });
});

describe("a built-in application", () => {
  it("can be changed, and deleting it resets it", async () => {
    expect(await get("bash")).toEqual({ ...blank, priority: 700 });
    await save("bash", { ...blank, path: "/opt/bash", active: true, priority: 0 });
    expect(await get("bash")).toEqual({ ...blank, priority: 700, path: "/opt/bash" });
    await w.call(deleteApp, "admin", { appId: "bash" });
    expect(await get("bash")).toEqual({ ...blank, priority: 700 });
  });
});

describe("the active switch", () => {
  const turn = (appId: string, body: unknown) => w.call(switchApp, "admin", { appId }, body);

  it("changes no other setting", async () => {
    await turn("python", { active: false });
    expect(await get("python")).toEqual({ ...blank, priority: 500, active: false });
    expect(await lastEvent()).toMatchObject({ description: "App python switched off" });
    await save("ruby", RUBY);
    await turn("ruby", {});
    expect(await get("ruby")).toEqual({ ...RUBY, active: false });
    await turn("ruby", { active: true });
    expect(await get("ruby")).toEqual(RUBY);
  });

  it("exists only for known applications", async () => {
    expect(await refusal(turn("perl", { active: true }))).toEqual(unknown);
    expect(await db.select().from(apps)).toEqual([]);
  });

  it.each([null, "on", [], { active: "yes" }, { active: 1 }])("rejects the body %j", async (body) => {
    expect(await refusal(turn("bash", body))).toEqual({ status: 400, error: "Invalid request body" });
  });
});

describe("the settings of applications", () => {
  it("require an administrator", async () => {
    const params = { appId: "bash" };
    expect(await statuses((as) => w.call(getApp, as, params))).toEqual(ADMINS);
    expect(await statuses((as) => w.call(saveApp, as, params, RUBY))).toEqual(ADMINS);
    expect(await statuses((as) => w.call(switchApp, as, params, { active: true }))).toEqual(ADMINS);
    expect(await statuses((as) => w.call(deleteApp, as, params))).toEqual(ADMINS);
  });
});
