import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect } from "vitest";
import { accessKeys } from "@/db/schema/access-keys";
import { integrations } from "@/db/schema/integrations";
import { fillKeyDetails } from "@/lib/key/fill-details";
import { createKey, getKey, listKeys, updateKey } from "@/lib/key/operations";
import { insertKey } from "@/lib/key/store";
import { freshDatabase } from "../support/database";
import { makeKey } from "../support/git-servers";
import { requireTool } from "../support/tools";
import { refusal, type World, world } from "../support/world";

const db = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), "signalbox-key-"));
let w: World;
beforeAll(async () => {
  w = await world(db);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const test = requireTool("ssh-keygen");
const here = () => ({ projectId: w.projectId });
const body = (private_key: string, passphrase = "") => ({
  name: "k",
  type: "ssh",
  ssh: { login: "joe", passphrase, private_key },
});
const create = (private_key: string, passphrase?: string) =>
  w.call(createKey, "manager", here(), body(private_key, passphrase));

test("a stored ssh key shows its type, comment and fingerprint in every response", async () => {
  const { id, details } = await create(makeKey(join(folder, "a"), "pass"), "pass");
  expect(details).toEqual({
    type: "ed25519",
    bits: 256,
    comment: "test",
    fingerprint: expect.stringMatching(/^SHA256:[\w+/]{43}$/),
  });
  expect((await w.call(getKey, "guest", { ...here(), keyId: id })).details).toEqual(details);
  expect((await w.call(listKeys, "guest", here())).find((key) => key.id === id)?.details).toEqual(details);

  await w.call(updateKey, "manager", { ...here(), keyId: id }, { name: "renamed", type: "ssh" });
  expect((await w.call(getKey, "guest", { ...here(), keyId: id })).details).toEqual(details);
  const next = { ...body(makeKey(join(folder, "b"), "")), override_secret: true };
  await w.call(updateKey, "manager", { ...here(), keyId: id }, next);
  const replaced = (await w.call(getKey, "guest", { ...here(), keyId: id })).details;
  expect(replaced?.fingerprint).not.toBe(details?.fingerprint);
  const none = { name: "renamed", type: "none", override_secret: true };
  await w.call(updateKey, "manager", { ...here(), keyId: id }, none);
  expect((await w.call(getKey, "guest", { ...here(), keyId: id })).details).toBeNull();
});

test("a password that a vault or an integration takes keeps its type", async () => {
  const login = { name: "p", type: "login_password", login_password: { login: "", password: "old" } };
  const { id } = await w.call(createKey, "manager", here(), login);
  const save = (changes: object) =>
    w.call(updateKey, "manager", { ...here(), keyId: id }, { ...login, ...changes, override_secret: true });
  const hook = { project_id: w.projectId, name: "hook", auth_secret_id: id };
  await db.insert(integrations).values(hook);
  const error = "Access Key is in use by one or more templates";
  expect(await refusal(save({ type: "none" }))).toEqual({ status: 400, error });
  await save({ login_password: { login: "", password: "new" } });
  await db.delete(integrations).where(eq(integrations.auth_secret_id, id));
  await save({ type: "none" });
  expect(await w.call(getKey, "guest", { ...here(), keyId: id })).toMatchObject({ type: "none" });
});

test("an unusable key is rejected, naming its field, and nothing is stored", async () => {
  const key = makeKey(join(folder, "c"), "pass");
  const { id } = await create(key, "pass");
  const before = await w.call(listKeys, "owner", here());
  const refused = [
    [body("not a key"), "ssh.private_key: Not a private key that SSH can read"],
    [body(key), "ssh.passphrase: This private key requires a passphrase"],
    [body(key, "wrong"), "ssh.passphrase: The passphrase doesn't open this private key"],
  ] as const;
  for (const [input, error] of refused) {
    expect(await refusal(w.call(createKey, "manager", here(), input))).toEqual({ status: 400, error });
    const replacing = { ...input, override_secret: true };
    expect(await refusal(w.call(updateKey, "manager", { ...here(), keyId: id }, replacing))).toEqual({
      status: 400,
      error,
    });
  }
  expect(await w.call(listKeys, "owner", here())).toEqual(before);
});

test("a restored key without a secret is stored", async () => {
  const { id } = await insertKey(db, w.projectId, { name: "restored", type: "ssh" });
  expect(await w.call(getKey, "guest", { ...here(), keyId: id })).toMatchObject({ type: "ssh", details: null });
});

test("a key of an older version gets its details at the next start, unless it can't be read", async () => {
  const { id, details } = await create(makeKey(join(folder, "old"), "pass"), "pass");
  const unreadable = await insertKey(db, w.projectId, {
    name: "unreadable",
    type: "ssh",
    ssh: { login: "", passphrase: "", private_key: "not a key" },
  });
  await db.update(accessKeys).set({ details: null }).where(eq(accessKeys.id, id));
  const detailsOf = async (keyId: number) => (await w.call(getKey, "guest", { ...here(), keyId })).details;
  expect(await detailsOf(id)).toBeNull();
  expect(await fillKeyDetails(db)).toBe(1);
  expect(await detailsOf(id)).toEqual(details);
  expect(await detailsOf(unreadable.id)).toBeNull();
  expect(await fillKeyDetails(db)).toBe(0);
});
