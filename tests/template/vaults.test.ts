import { beforeAll, describe, expect, it } from "vitest";
import { keyRefs } from "@/lib/key/store";
import { createTemplate, getTemplate, updateTemplate } from "@/lib/template/operations";
import { freshDatabase } from "../support/database";
import { type Resources, resources } from "../support/resources";
import { refusal, type World, world } from "../support/world";

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
const at = (templateId: number) => ({ ...here(), templateId });
const input = (vaults: unknown) => ({
  name: "Ping",
  app: "ansible",
  playbook: "ping.yml",
  inventory_id: ours.inventoryId,
  repository_id: ours.repositoryId,
  vaults,
});
const create = (vaults: unknown) => w.call(createTemplate, "manager", here(), input(vaults));
const update = (id: number, vaults: unknown) => w.call(updateTemplate, "manager", at(id), { ...input(vaults), id });
const read = async (id: number) => (await w.call(getTemplate, "guest", at(id))).vaults;
const password = () => ({ vault_key_id: ours.passwordKeyId });

describe("the vaults of a template", () => {
  it("have their names as they were sent, without spaces, and the default one has none", async () => {
    const { id, vaults } = await create([password(), { ...password(), name: " Prod ", type: "password" }]);
    const same = { project_id: w.projectId, template_id: id, ...password(), type: "password", script: null };
    expect(vaults).toEqual([
      { id: expect.any(Number), name: null, ...same },
      { id: expect.any(Number), name: "Prod", ...same },
    ]);
    expect(await read(id)).toEqual(vaults);
    const used = await keyRefs(db, w.projectId, ours.passwordKeyId);
    expect(used.templates).toEqual([{ id, name: "Ping" }]);
  });

  it("keep their id when sent with it, can swap names, and are deleted when omitted", async () => {
    const { id, vaults } = await create([
      { ...password(), name: "a" },
      { ...password(), name: "b" },
    ]);
    const [a, b] = vaults;
    await update(id, [
      { ...a, name: "b" },
      { ...b, name: "a" },
      { ...password(), name: "" },
    ]);
    expect((await read(id)).map((vault) => [vault.id, vault.name])).toEqual([
      [a?.id, "b"],
      [b?.id, "a"],
      [expect.any(Number), null],
    ]);
    await update(id, [{ ...b, name: "only" }]);
    expect(await read(id)).toMatchObject([{ id: b?.id, name: "only" }]);
    await update(id, null);
    expect(await read(id)).toEqual([]);
  });

  it("can ask a script of the repository", async () => {
    const script = { type: "script", script: "vault/ask-client.sh" };
    const { id, vaults } = await create([{ ...script, name: "prod" }, password()]);
    expect(vaults).toMatchObject([
      { ...script, name: "prod", vault_key_id: null },
      { ...password(), type: "password", script: null },
    ]);
    await update(id, vaults);
    expect(await read(id)).toEqual(vaults);
    await update(id, [{ ...vaults[0], type: "password", ...password() }]);
    expect(await read(id)).toMatchObject([{ id: vaults[0]?.id, ...password(), type: "password", script: null }]);
  });

  it("of a copy are new, whatever ids are sent", async () => {
    const source = await create([password()]);
    const copy = await create(source.vaults);
    expect(copy.vaults[0]?.id).not.toBe(source.vaults[0]?.id);
    expect(await read(source.id)).toEqual(source.vaults);
  });

  it("reject an invalid vault", async () => {
    const { id } = await create([]);
    const other = await create([password()]);
    const cases: [unknown[], string][] = [
      [[{ name: "x" }], "vaults[0].vault_key_id: Password key is required"],
      [[{ vault_key_id: theirs.passwordKeyId }], "vaults[0].vault_key_id: Not found in this project"],
      [[password(), { vault_key_id: ours.keyId, name: "x" }], "vaults[1].vault_key_id: Must be a key with login"],
      [[password(), password()], "vaults[1].name: Another vault has this name"],
      [
        [
          { ...password(), name: "X" },
          { ...password(), name: "x" },
        ],
        "vaults[1].name: Another vault has this name",
      ],
      [[{ ...password(), name: "-x" }], "vaults[0].name: Letters, digits"],
      [[{ ...password(), name: "a@b" }], "vaults[0].name: Letters, digits"],
      [other.vaults, "vaults[0].id: Not found in this project"],
    ];
    for (const [vaults, error] of cases) {
      const found = await refusal(update(id, vaults));
      expect(found.status).toBe(400);
      expect(found.error).toContain(error);
    }
    expect(await read(id)).toEqual([]);
    expect(await read(other.id)).toEqual(other.vaults);
  });
});
