import { beforeAll, describe, expect, it } from "vitest";
import { apps } from "@/db/schema/apps";
import { listApps } from "@/lib/app/operations";
import { appSettings } from "@/lib/app/store";
import { freshDatabase, statementsOf } from "../support/database";
import { statuses, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
});

const blank = { active: true, title: "", icon: "", color: "", dark_color: "", path: "", args: null };

describe("the list of applications", () => {
  it("contains the built-in ones, highest priority first, in one statement", async () => {
    const list = await w.call(listApps, "guest", {});
    expect(list.map(({ id }) => id)).toEqual([
      "ansible",
      "terraform",
      "workflow",
      "tofu",
      "bash",
      "powershell",
      "python",
      "pulumi",
    ]);
    expect(list[0]).toEqual({ id: "ansible", priority: 1000, ...blank });
    expect(await statementsOf(db, () => w.call(listApps, "guest", {}))).toHaveLength(2);
  });

  it("shows an administrator's changes and additions", async () => {
    await db.insert(apps).values([
      { id: "python", active: false, priority: 2000, title: "Snakes", path: "/opt/python", args: ["-u"] },
      { id: "bash", priority: 0, args: [] },
      { id: "ruby", priority: 450, title: "Ruby", icon: "gem" },
    ]);
    const list = await w.call(listApps, "guest", {});
    const ids = ["python", "ansible", "terraform", "workflow", "tofu", "bash", "powershell", "ruby", "pulumi"];
    expect(list.map(({ id }) => id)).toEqual(ids);
    expect(list[0]).toMatchObject({ active: false, title: "Snakes", path: "/opt/python", args: ["-u"] });
    expect(list[5]).toMatchObject({ id: "bash", priority: 700, active: true });
  });

  it("is available to every signed-in user", async () => {
    const found = await statuses((as) => w.call(listApps, as, {}));
    expect(found).toMatchObject({ anonymous: 401, guest: 200, stranger: 200 });
  });
});

describe("appSettings", () => {
  it("returns the command set by an administrator, or null for the built-in one", async () => {
    const known = { known: true, active: true, path: null, args: null };
    expect(await appSettings(db, "ansible")).toEqual(known);
    expect(await appSettings(db, "bash")).toEqual(known);
    expect(await appSettings(db, "python")).toEqual({ known: true, active: false, path: "/opt/python", args: ["-u"] });
    expect(await appSettings(db, "ruby")).toEqual(known);
  });

  it.each(["", "perl", "__proto__", "constructor", "../bash", "bash;id", "BASH"])("doesn't know %j", async (id) => {
    expect(await appSettings(db, id)).toEqual({ known: false, active: false, path: null, args: null });
  });
});
