import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { environmentSecrets } from "@/db/schema/environments";
import { createEnvironment, getEnvironment, updateEnvironment } from "@/lib/environment/operations";
import { openedSecrets, selectSealedSecrets } from "@/lib/environment/store";
import { UndecryptableError } from "@/lib/secret/seal";
import { freshDatabase } from "../support/database";
import { tablesWith } from "../support/tables";
import { refusal, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
});

const canary = () => `canary-${randomBytes(8).toString("hex")}`;
const here = () => ({ projectId: w.projectId });
const at = (environmentId: number) => ({ ...here(), environmentId });
const create = (secrets: unknown) =>
  w.call(createEnvironment, "manager", here(), { name: "e", json: "{}", env: null, secrets });
const update = (id: number, secrets: unknown) =>
  w.call(updateEnvironment, "manager", at(id), { id, name: "e", json: "{}", env: null, secrets });
const opened = async (id: number, projectId = w.projectId) =>
  openedSecrets(await selectSealedSecrets(db, projectId, [id]), id);

const two = (a: string, b: string) => [
  { type: "var", name: "token", secret: a, operation: "create" },
  { type: "env", name: "TOKEN", secret: b, operation: "create" },
];

describe("the secrets of an environment", () => {
  it("are returned with id and name, never with their value", async () => {
    const [a, b] = [canary(), canary()];
    const created = await create(two(a, b));
    const blank = { secret: "", operation: "" };
    expect(created.secrets).toEqual([
      { id: expect.any(Number), type: "var", name: "token", ...blank },
      { id: expect.any(Number), type: "env", name: "TOKEN", ...blank },
    ]);
    const read = await w.call(getEnvironment, "guest", at(created.id));
    expect(read.secrets).toEqual(created.secrets);
    expect(JSON.stringify([created, read])).not.toContain("canary");
    expect(await opened(created.id)).toEqual({ vars: { token: a }, env: { TOKEN: b } });
    expect(await tablesWith(db, "canary")).toEqual([]);
  });

  it("change individually, and keep their value when omitted", async () => {
    const [a, b, c, d] = [canary(), canary(), canary(), canary()];
    const { id, secrets } = await create(two(a, b));
    const [first, second] = (secrets ?? []).map((secret) => secret.id);
    await update(id, []);
    await update(id, null);
    await update(id, [{ id: first, type: "var", name: "token", secret: "", operation: "" }]);
    expect(await opened(id)).toEqual({ vars: { token: a }, env: { TOKEN: b } });
    await update(id, [{ id: first, type: "var", name: "token", secret: c, operation: "update" }]);
    expect(await opened(id)).toEqual({ vars: { token: c }, env: { TOKEN: b } });
    await update(id, [
      { type: "env", name: "TOKEN", secret: d, operation: "create" },
      { id: second, type: "env", operation: "delete" },
    ]);
    expect(await opened(id)).toEqual({ vars: { token: c }, env: { TOKEN: d } });
  });

  it("keep their value when renamed", async () => {
    const a = canary();
    const { id, secrets } = await create([{ type: "var", name: "old", secret: a, operation: "create" }]);
    await update(id, [{ id: secrets?.[0]?.id, type: "var", name: "fresh", secret: "", operation: "update" }]);
    expect(await opened(id)).toEqual({ vars: { fresh: a }, env: {} });
  });

  it("swap their names in one change", async () => {
    const [a, b] = [canary(), canary()];
    const { id, secrets } = await create([
      { type: "env", name: "A", secret: a, operation: "create" },
      { type: "env", name: "B", secret: b, operation: "create" },
    ]);
    const [first, second] = (secrets ?? []).map((secret) => secret.id);
    const renamed = { type: "env", secret: "", operation: "update" };
    await update(id, [
      { ...renamed, id: first, name: "B" },
      { ...renamed, id: second, name: "A" },
    ]);
    expect(await opened(id)).toEqual({ vars: {}, env: { A: b, B: a } });
    const same = [first, second].map((of) => ({ ...renamed, id: of, name: "C" }));
    expect(await refusal(update(id, same))).toEqual({
      status: 400,
      error: "secrets[1].name: Another secret has this name",
    });
  });

  it("among the extra variables may have any name that a survey may ask for", async () => {
    const names = ["my-secret", "db.password", "größe", "1st"];
    const { id } = await create(names.map((name) => ({ type: "var", name, secret: name, operation: "create" })));
    expect(await opened(id)).toEqual({ vars: Object.fromEntries(names.map((name) => [name, name])), env: {} });
  });

  it("are ignored without an operation", async () => {
    const kept = { type: "var", name: "kept", secret: "v", operation: "create" };
    expect((await create([{ ...kept, name: "other", operation: "" }, kept])).secrets).toMatchObject([{ name: "kept" }]);
  });

  it.each([
    [{ type: "var", name: "", secret: "x", operation: "create" }, "secrets[0].name: Letters, digits, _, . and - only"],
    [
      { type: "var", name: "-e", secret: "x", operation: "create" },
      "secrets[0].name: Letters, digits, _, . and - only",
    ],
    [{ type: "env", name: "my-key", secret: "x", operation: "create" }, "secrets[0].name: Letters, digits and _ only"],
    [{ type: "env", name: "A=B", secret: "x", operation: "create" }, "secrets[0].name: Letters, digits and _ only"],
    [{ type: "env", name: "PATH", secret: "x", operation: "create" }, "secrets[0].name: This name is reserved"],
    [{ type: "var", name: "LD_PRELOAD", secret: "x", operation: "create" }, "secrets[0].name: This name is reserved"],
    [
      { type: "env", name: "SSH_AUTH_SOCK", secret: "x", operation: "create" },
      "secrets[0].name: This name is reserved",
    ],
    [{ type: "env", name: "A", secret: "x\0", operation: "create" }, "secrets[0].secret: Must not contain a NUL"],
    [{ type: "file", name: "A", secret: "x", operation: "create" }, "secrets[0].type: Must be var or env"],
    [{ name: "A", secret: "x", operation: "create" }, "secrets[0].type: Must be var or env"],
    [{ type: "env", name: "A", secret: "x", operation: "replace" }, "secrets[0].operation: Must be create, update or"],
    [{ type: "env", name: "A", secret: "x", operation: "update", id: 999_999 }, "secrets[0].id: Not found in this"],
  ])("are rejected: %o", async (secret, error) => {
    const found = await refusal(create([secret]));
    expect(found.status).toBe(400);
    expect(found.error).toContain(error);
  });

  it("reject a duplicate name, and an id of another environment", async () => {
    const { secrets } = await create([{ type: "var", name: "mine", secret: "1", operation: "create" }]);
    const { id } = await create([{ type: "var", name: "a", secret: "1", operation: "create" }]);
    const again = { type: "var", name: "a", secret: "2", operation: "create" };
    expect(await refusal(update(id, [again]))).toEqual({
      status: 400,
      error: "secrets[0].name: Another secret has this name",
    });
    const foreign = { id: secrets?.[0]?.id, type: "var", name: "x", secret: "2" };
    for (const operation of ["update", "delete"]) {
      const error = "secrets[1].id: Not found in this project";
      const skipped = { ...again, operation: "" };
      expect(await refusal(update(id, [skipped, { ...foreign, operation }]))).toEqual({ status: 400, error });
    }
    expect(await opened(id)).toEqual({ vars: { a: "1" }, env: {} });
  });

  it("can't be decrypted in another row", async () => {
    const { id, secrets } = await create(two("first", "second"));
    const [row] = await db
      .select()
      .from(environmentSecrets)
      .where(eq(environmentSecrets.id, secrets?.[0]?.id ?? 0));
    if (!row) throw new Error("no secret was stored");
    await db
      .update(environmentSecrets)
      .set({ secret: row.secret })
      .where(eq(environmentSecrets.id, secrets?.[1]?.id ?? 0));
    await expect(opened(id)).rejects.toThrow(UndecryptableError);
  });

  it("are read only within their project", async () => {
    const { id } = await create(two("first", "second"));
    expect(await opened(id, w.otherProjectId)).toEqual({ vars: {}, env: {} });
  });
});

describe("the password", () => {
  it("is encrypted, never returned, and kept when omitted", async () => {
    const password = canary();
    const created = await w.call(createEnvironment, "manager", here(), { name: "p", json: "{}", password });
    expect(created.password).toBeNull();
    await update(created.id, []);
    expect(await tablesWith(db, password)).toEqual([]);
  });
});
