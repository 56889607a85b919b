import { beforeAll, describe, expect, it } from "vitest";
import { options } from "@/db/schema/options";
import { getApp } from "@/lib/app/operations";
import { listOptions, saveOption } from "@/lib/option/operations";
import { freshDatabase, statementsOf } from "../support/database";
import { refusal, statuses, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
  await db.insert(options).values({ key: "server.api_up", value: "1 2" });
});

const list = () => w.call(listOptions, "admin", {});
const save = (key: unknown, value: unknown) => w.call(saveOption, "admin", {}, { key, value });

describe("options", () => {
  it("are set individually, returned as sent, and listed in one statement", async () => {
    expect(await list()).toEqual({});
    expect(await save("greeting", "hello")).toEqual({ key: "greeting", value: "hello" });
    expect(await save("greeting", "")).toEqual({ key: "greeting", value: "" });
    await save("another.one-2", "2");
    expect(await list()).toEqual({ greeting: "", "another.one-2": "2" });
    expect(await statementsOf(db, list)).toHaveLength(2);
  });

  it.each([
    ["server.api_up", "0", "key: This option is reserved for the server"],
    ["server.", "0", "key: This option is reserved for the server"],
    ["", "x", "key: Letters, digits, _, . and - only"],
    ["a b", "x", "key: Letters, digits, _, . and - only"],
    ["a\0", "x", expect.stringContaining("key: Must not contain a NUL character")],
    ["x".repeat(201), "x", "key: At most 200 characters"],
    ["x", "x".repeat(65_537), "value: At most 65536 characters"],
    ["x", 1, "value: Expected string"],
    [1, "x", "key: Expected string"],
    ["apps.bash.priority", "high", "value: Not a valid value of this option"],
    ["apps.bash.path", "bin/bash", "value: Not a valid value of this option"],
    ["apps.bash.args", '"-x"', "value: Not a valid value of this option"],
    ["apps.bash.constructor", "x", "key: Not a valid value of this option"],
    ["apps.bash.id", "x", "key: Not a valid value of this option"],
    ["apps.-x.active", "true", "key: Not a valid value of this option"],
  ])("reject %j = %j", async (key, value, error) => {
    expect(await refusal(save(key, value))).toEqual({ status: 400, error });
    expect(await db.select().from(options)).toContainEqual({ key: "server.api_up", value: "1 2" });
  });

  it("contain the settings of applications, field by field", async () => {
    await save("apps.bash.path", "/opt/bash");
    await save("apps.bash.args", '["-e","-u"]');
    await save("apps.my.tool.active", "true");
    await save("apps.my.tool.title", "My tool");
    expect(await w.call(getApp, "admin", { appId: "bash" })).toMatchObject({
      active: true,
      priority: 700,
      path: "/opt/bash",
      args: ["-e", "-u"],
    });
    expect(await w.call(getApp, "admin", { appId: "my.tool" })).toMatchObject({ active: true, title: "My tool" });
    expect(await list()).toMatchObject({
      "apps.bash.active": "true",
      "apps.bash.priority": "700",
      "apps.bash.path": "/opt/bash",
      "apps.bash.args": '["-e", "-u"]',
      "apps.my.tool.active": "true",
      "apps.my.tool.title": "My tool",
    });
    await save("apps.bash.args", "");
    expect(await w.call(getApp, "admin", { appId: "bash" })).toMatchObject({ args: null, path: "/opt/bash" });
  });

  it("of one application, set at the same time, are all kept", async () => {
    const fields = { title: "Mine", icon: "rocket", color: "red", dark_color: "blue", path: "/opt/mine" };
    for (const id of ["mine", "python"]) {
      await Promise.all(Object.entries(fields).map(([field, value]) => save(`apps.${id}.${field}`, value)));
      expect(await w.call(getApp, "admin", { appId: id })).toMatchObject(fields);
    }
  });

  it("require an administrator", async () => {
    const ADMINS = {
      anonymous: 401,
      admin: 200,
      owner: 403,
      manager: 403,
      task_runner: 403,
      guest: 403,
      stranger: 403,
    };
    expect(await statuses((as) => w.call(listOptions, as, {}))).toEqual(ADMINS);
    expect(await statuses((as) => w.call(saveOption, as, {}, { key: "a", value: "b" }))).toEqual(ADMINS);
  });
});
