import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isNotNull } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { lostKeys } from "@/cli/secrets/lost-keys";
import { reencrypt } from "@/cli/secrets/reencrypt";
import { placeOf, SEALED } from "@/cli/secrets/sealed";
import type { Sealed } from "@/db/columns";
import { insertEnvironment } from "@/lib/environment/store";
import { insertKey } from "@/lib/key/store";
import { createSchedule } from "@/lib/schedule/operations";
import { keyRing, parseKeyRing } from "@/lib/secret/key-ring";
import { open } from "@/lib/secret/seal";
import { signalbox } from "../cli/cli-process";
import { ROOT } from "../structure/sources";
import { freshDatabase } from "../support/database";
import { taskSite } from "../support/task-site";

const db = await freshDatabase();
const site = await taskSite(db);
const { projectId } = site.w;

const OLD = process.env.SIGNALBOX_ENCRYPTION_KEYS ?? "";
const NEW = `new:${randomBytes(32).toString("base64")}`;
const both = parseKeyRing(`${NEW},${OLD}`);

const login = (name: string) =>
  insertKey(db, projectId, { name, type: "login_password", login_password: { login: "", password: "secret" } });

/** One secret of every kind, and the site's password key. */
beforeAll(async () => {
  await login("one");
  const secrets = [
    { id: null, type: "env" as const, operation: "create" as const, name: "TOKEN", secret: "secret", index: 0 },
  ];
  await insertEnvironment(db, projectId, { name: "with", password: "secret", json: "{}", env: null, secrets });
  const template_id = await site.template();
  const secret = JSON.stringify({ pin: "secret" });
  await site.start(template_id, { secret });
  const schedule = { name: "s", template_id, cron_format: "0 0 1 1 *", task_params: { secret } };
  await site.w.call(createSchedule, "owner", { projectId }, schedule);
});
const ALL = 6;

/** Every stored secret in plaintext, or the error. */
async function opened(ring = both): Promise<string[]> {
  const texts: string[] = [];
  for (const column of SEALED) {
    const rows = await db.select().from(column.table).where(isNotNull(column));
    for (const row of rows as { id: number; [column: string]: unknown }[])
      texts.push(open(row[column.name] as Sealed, placeOf(column, row.id), ring));
  }
  return texts;
}

test("all encrypted columns are covered", () => {
  const folder = join(ROOT, "db/schema");
  const declared = readdirSync(folder).flatMap(
    (name) => readFileSync(join(folder, name), "utf8").match(/\w+: sealed\(\)/g) ?? [],
  );
  expect(SEALED).toHaveLength(declared.length);
});

test("secrets with a missing key are detected before a task needs them", async () => {
  expect(await lostKeys(db, keyRing())).toEqual([]);
  expect(await lostKeys(db, both)).toEqual([]);
  expect(await lostKeys(db, parseKeyRing(NEW))).toEqual([{ id: "test", secrets: ALL }]);
});

test("without their key nothing changes, and lost secrets are named", async () => {
  const before = await opened();
  const { sealed, lost } = await reencrypt(db, parseKeyRing(NEW));
  expect([sealed, lost.length]).toEqual([0, ALL]);
  expect(lost).toContainEqual(expect.stringMatching(/^schedules\/\d+\/task_secret$/));
  expect(await opened()).toEqual(before);
});

test("all secrets get the new key, later ones in the next run, and then the old key can be removed", async () => {
  const before = await opened();
  expect(before).toHaveLength(ALL);
  expect(await reencrypt(db, both)).toEqual({ sealed: ALL, lost: [] });
  await login("made by a server with the old keys");
  expect(await reencrypt(db, both)).toEqual({ sealed: 1, lost: [] });
  expect(await reencrypt(db, both)).toEqual({ sealed: 0, lost: [] });
  expect(await lostKeys(db, parseKeyRing(NEW))).toEqual([]);
  expect((await opened(parseKeyRing(NEW))).filter((text) => before.includes(text))).toHaveLength(ALL + 1);
});

test("signalbox rekey does it, and names what it can't decrypt", async () => {
  const newest = `newest:${randomBytes(32).toString("base64")}`;
  const rekey = (keys: string) =>
    signalbox(["rekey"], { env: { DATABASE_URL: process.env.DATABASE_URL ?? "", SIGNALBOX_ENCRYPTION_KEYS: keys } });
  expect(await rekey(newest)).toMatchObject({
    code: 1,
    stdout: 'Secrets re-encrypted with the key "newest": 0\n',
    stderr: expect.stringMatching(/^These can't be decrypted with any of the keys: access_keys\/\d+\/secret, /),
  });
  expect(await rekey(`${newest},${NEW}`)).toEqual({
    code: 0,
    stdout: `Secrets re-encrypted with the key "newest": ${ALL + 1}\n`,
    stderr: "",
  });
});
