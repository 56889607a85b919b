import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { checkKeys } from "@/cli/secrets/key-check";
import { reencrypt } from "@/cli/secrets/reencrypt";
import { accessKeys } from "@/db/schema/access-keys";
import { options } from "@/db/schema/options";
import { insertKey } from "@/lib/key/store";
import { parseKeyRing } from "@/lib/secret/key-ring";
import { freshDatabase } from "../support/database";
import { world } from "../support/world";

const db = await freshDatabase();
const { projectId } = await world(db);

const key = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const [old, other, renewed] = [key("k1"), key("k1"), key("k2")];
const start = (...keys: string[]) => checkKeys(db, parseKeyRing(keys.join(",")));
const rekey = async (...keys: string[]) => {
  const ring = parseKeyRing(keys.join(","));
  await checkKeys(db, ring, { mayLack: true });
  return reencrypt(db, ring);
};

beforeEach(async () => {
  await db.delete(options);
  await db.delete(accessKeys);
});

describe("a start with other keys than those of the database", () => {
  test("is refused, also where the other key has the same id", async () => {
    await start(old);
    await start(old);
    await expect(start(other)).rejects.toThrow('has another key "k1" than the secrets of this database');
    await expect(start(renewed)).rejects.toThrow('lacks the key "k1"');
    await expect(start(renewed, other)).rejects.toThrow('has another key "k1"');
    await start(old);
  });

  test("is refused by the secrets of a database that an older version left", async () => {
    const password = { name: "p", type: "login_password" as const, login_password: { login: "", password: "x" } };
    await insertKey(db, projectId, password);
    const own = process.env.SIGNALBOX_ENCRYPTION_KEYS ?? "";
    await expect(start(key("test"))).rejects.toThrow('has another key "test"');
    await start(own);
    await expect(start(key("test"))).rejects.toThrow('has another key "test"');
  });
});

test("a key can be replaced, before a restart too", async () => {
  await start(old);
  await start(renewed, old);
  await rekey(renewed, old);
  await start(renewed);
  await rekey(old, renewed);
  await start(old);
});

test("a key that is lost for good can be given up, but not for another one with its id", async () => {
  await start(old);
  await expect(rekey(other)).rejects.toThrow('has another key "k1"');
  await rekey(renewed);
  await start(renewed);
});
