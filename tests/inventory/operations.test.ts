import { beforeAll, describe, expect, it } from "vitest";
import { PUT } from "@/app/api/project/[projectId]/inventory/[inventoryId]/route";
import { POST } from "@/app/api/project/[projectId]/inventory/route";
import { listLastEvents } from "@/lib/event/operations";
import {
  createInventory,
  deleteInventory,
  getInventory,
  getInventoryRefs,
  listInventories,
  updateInventory,
} from "@/lib/inventory/operations";
import { freshDatabase, statementsOf } from "../support/database";
import { send } from "../support/http";
import { insertTemplateRow, type Resources, resources } from "../support/resources";
import { FORBIDDEN, MANAGERS, MEMBERS, refusal, statuses, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let ours: Resources;
let theirs: Resources;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
  theirs = await resources(db, w.otherProjectId);
});

const here = () => ({ projectId: w.projectId });
const at = (inventoryId: number) => ({ ...here(), inventoryId });
const input = (changes: Record<string, unknown> = {}) => ({
  project_id: w.projectId,
  name: "web",
  type: "static",
  inventory: "[web]\n10.0.0.1",
  ssh_key_id: ours.keyId,
  become_key_id: ours.passwordKeyId,
  repository_id: null,
  holder_id: null,
  ...changes,
});
const create = (changes: Record<string, unknown> = {}) => w.call(createInventory, "manager", here(), input(changes));

describe("an inventory", () => {
  it("is created, read, replaced and deleted, with an event for each", async () => {
    const created = await create();
    expect(created).toEqual({ id: created.id, ...input() });
    expect(await w.call(getInventory, "manager", at(created.id))).toEqual(created);
    const changed = input({ id: created.id, name: "file", type: "file", inventory: "a/hosts", become_key_id: 0 });
    expect(await w.call(updateInventory, "manager", at(created.id), changed)).toEqual({});
    const read = await w.call(getInventory, "manager", at(created.id));
    expect(read).toEqual({ ...changed, become_key_id: null });
    await w.call(deleteInventory, "manager", at(created.id));
    expect(await refusal(w.call(getInventory, "manager", at(created.id)))).toEqual({ status: 404, error: null });
    const texts = (await w.call(listLastEvents, "guest", here())).map(({ description }) => description);
    const expected = ["Inventory file deleted", "Inventory file updated", "Inventory web created"];
    expect(texts.slice(0, 3)).toEqual(expected);
  });

  it("takes all the characters it may have by the API, of any script, even escaped", async () => {
    const comment = `# ${"а".repeat(999_990)}`;
    const { id } = await create();
    const escaped = JSON.stringify(input({ id, inventory: comment })).replaceAll("а", "\\u0430");
    const created = await send(w, POST, {
      method: "POST",
      as: "manager",
      params: here(),
      body: input({ inventory: comment }),
    });
    expect(created.status).toBe(201);
    const replaced = await send(w, PUT, { method: "PUT", as: "manager", params: at(id), body: escaped });
    expect(replaced.status).toBe(204);
    expect(await w.call(getInventory, "manager", at(id))).toMatchObject({ inventory: comment });
  });

  it.each(["static", "static-yaml", "file", "terraform-workspace", "tofu-workspace"])(
    "accepts type %s",
    async (type) => {
      expect(await create({ type, inventory: "prod" })).toMatchObject({ type, inventory: "prod" });
    },
  );

  it("needs no keys", async () => {
    expect(await create({ ssh_key_id: null, become_key_id: null })).toMatchObject({ ssh_key_id: null });
  });

  it.each([
    [{ name: "" }, "name: Name is required"],
    [{ type: "ini" }, "Not supported inventory type"],
    [{ type: undefined }, "Not supported inventory type"],
    [{ type: "file", inventory: "../hosts" }, "Invalid inventory file pathname. Must be: path/to/inventory."],
    [{ type: "file", inventory: "" }, "inventory: Path is required"],
    [{ type: "tofu-workspace", inventory: "a b" }, "inventory: Letters, digits, _, . and - only, at most 90"],
    [{ inventory: "a\0b" }, "inventory: Must not contain a NUL character"],
    [{ project_id: 999_999 }, "Project ID in body and URL must be the same"],
  ])("can't be created with %o", async (changes, error) => {
    expect(await refusal(create(changes))).toEqual({ status: 400, error });
  });

  it.each([
    [{ id: 999_999 }, "Inventory ID in body and URL must be the same"],
    [{ project_id: 999_999 }, "project ID in body and URL must be the same"],
    [{ type: "ini" }, "unknown inventory type: ini"],
    [{ type: "file", inventory: "/etc/hosts" }, "Invalid inventory file pathname. Must be: path/to/inventory."],
  ])("can't be replaced with %o", async (changes, error) => {
    const replaced = w.call(updateInventory, "manager", at(ours.inventoryId), input(changes));
    expect(await refusal(replaced)).toEqual({ status: 400, error });
  });

  it("rejects each reference to another project, naming the field", async () => {
    for (const [field, id] of [
      ["ssh_key_id", theirs.keyId],
      ["become_key_id", theirs.keyId],
      ["repository_id", theirs.repositoryId],
      ["holder_id", await insertTemplateRow(db, w.otherProjectId, theirs)],
    ] as const) {
      const error = `${field}: Not found in this project`;
      expect(await refusal(create({ [field]: id }))).toEqual({ status: 404, error });
      const replaced = w.call(updateInventory, "manager", at(ours.inventoryId), input({ [field]: id }));
      expect(await refusal(replaced)).toEqual({ status: 404, error });
    }
  });

  it("of another project is not found", async () => {
    const foreign = at(theirs.inventoryId);
    const gone = { status: 404, error: null };
    expect(await refusal(w.call(getInventory, "owner", foreign))).toEqual(gone);
    expect(await refusal(w.call(getInventoryRefs, "owner", foreign))).toEqual(gone);
    expect(await refusal(w.call(updateInventory, "owner", foreign, input()))).toEqual(gone);
    expect(await refusal(w.call(deleteInventory, "owner", foreign))).toEqual(gone);
  });

  it("can be changed by those who manage resources, and read by members", async () => {
    const own = at(ours.inventoryId);
    expect(await statuses((as) => w.call(createInventory, as, here(), input()))).toEqual(MANAGERS);
    expect(await statuses((as) => w.call(updateInventory, as, own, input()))).toEqual(MANAGERS);
    expect(await statuses((as) => w.call(getInventory, as, own))).toEqual(MEMBERS);
    expect(await refusal(w.call(deleteInventory, "task_runner", own))).toEqual(FORBIDDEN);
  });

  it("hides its text, but not its path, from members who can't manage resources", async () => {
    const { id: textId } = await create({ name: "text" });
    const { id: fileId } = await create({ name: "path", type: "file", inventory: "a/hosts" });
    for (const as of ["guest", "task_runner"] as const) {
      const list = await w.call(listInventories, as, here(), {});
      expect(list.find(({ id }) => id === textId)?.inventory).toBe("");
      expect(list.find(({ id }) => id === fileId)?.inventory).toBe("a/hosts");
      expect(await w.call(getInventory, as, at(textId))).toMatchObject({ inventory: "", name: "text" });
    }
    expect(await w.call(getInventory, "admin", at(textId))).toMatchObject({ inventory: "[web]\n10.0.0.1" });
  });

  it("in use can't be deleted and names its templates", async () => {
    const { id } = await create({ name: "used" });
    const templateId = await insertTemplateRow(db, w.projectId, ours, { inventory_id: id });
    expect((await w.call(getInventoryRefs, "guest", at(id))).templates).toEqual([{ id: templateId, name: "Deploy" }]);
    expect(await refusal(w.call(deleteInventory, "manager", at(id)))).toEqual({
      status: 400,
      error: "Inventory is in use by one or more templates",
    });
  });
});

describe("the list of inventories", () => {
  it("is sorted by name in either order, in one statement", async () => {
    const names = async (order?: string) =>
      (await w.call(listInventories, "owner", here(), order ? { order } : {})).map(({ name }) => name);
    expect(await names()).toEqual((await names()).toSorted());
    expect(await names("desc")).toEqual((await names()).toReversed());
    expect(await statementsOf(db, () => names())).toHaveLength(2);
  });
});
