import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test, vi } from "vitest";
import { openDatabase } from "@/db/client";
import { startEmbedded } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { apiTokens } from "@/db/schema/api-tokens";
import { events } from "@/db/schema/events";
import { sessions } from "@/db/schema/sessions";
import { users } from "@/db/schema/users";
import { insertToken } from "@/lib/session/tokens";
import { signIn } from "@/lib/sign-in/sign-in";
import { ROOT } from "../structure/sources";
import { freshDatabase } from "../support/database";
import { refusal, world } from "../support/world";
import { cliBundle, signalbox } from "./cli-process";

// Every step is a process, which is slow to start on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const db = await freshDatabase();
const w = await world(db);
const env = {
  DATABASE_URL: process.env.DATABASE_URL ?? "",
  SIGNALBOX_ENCRYPTION_KEYS: process.env.SIGNALBOX_ENCRYPTION_KEYS ?? "",
};
const user = (words: string[], input?: string) => signalbox(["user", ...words], { env, input });
const visitor = { ip: "127.0.0.1", userAgent: "tests" };

describe("signalbox user", () => {
  test("add creates an account that can sign in; the password comes from stdin", async () => {
    const added = await user(["add", "Rescue", "--email", "rescue@example.com", "--admin", "--json"], "open sesame\n");
    expect(JSON.parse(added.stdout)).toMatchObject({ username: "Rescue", admin: true, external: false });
    expect(await signIn(db, { auth: "rescue", password: "open sesame" }, visitor)).toMatchObject({
      user: { name: "Rescue" },
    });
    expect(await db.select().from(events).where(eq(events.description, "User Rescue created"))).toHaveLength(1);
  });

  test("rule violations are reported in one line", async () => {
    const refusals = [
      await user(["add", "owner", "--email", "new@example.com"], "secret\n"),
      await user(["add", "new"], "secret\n"),
      await user(["add", "new", "--email", "new@example.com"], "\n"),
      await user(["password", "nobody"], "secret\n"),
      await user(["promote", "owner"]),
    ];
    for (const { code, stdout, stderr } of refusals) {
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(/^[^\n]+\n$/);
    }
  });

  test("password replaces the old one and revokes every session and token, unless --keep-tokens is set", async () => {
    await insertToken(db, w.userIds.owner);
    await user(["password", "owner", "--keep-tokens"], "brand new\n");
    expect(await db.select().from(apiTokens)).toMatchObject([{ expired: false }]);
    expect((await user(["password", "owner@example.com"], "brand new\n")).stdout).toBe(
      "The password of owner is set\n",
    );
    expect(await db.select().from(apiTokens)).toMatchObject([{ expired: true }]);
    await signIn(db, { auth: "owner", password: "brand new" }, visitor);
    const open = await db.select().from(sessions).where(eq(sessions.user_id, w.userIds.owner));
    expect(open).toHaveLength(1);
    expect((await refusal(signIn(db, { auth: "owner", password: "" }, visitor))).status).toBe(401);
  });

  test("an external account gets no password", async () => {
    await db.update(users).set({ external: true }).where(eq(users.id, w.userIds.guest));
    const { code, stderr } = await user(["password", "guest"], "secret\n");
    expect([code, stderr]).toEqual([2, "guest signs in through an identity provider and has no password here\n"]);
  });

  test("delete removes an account, but never the last administrator", async () => {
    expect((await user(["delete", "manager"])).stdout).toBe("User manager is deleted\n");
    expect((await user(["list"])).stdout).not.toContain("manager@example.com");
    await user(["delete", "Rescue"]);
    const last = await user(["delete", "admin"]);
    expect(last.code).toBe(2);
    expect((await user(["list"])).stdout).toMatch(/admin +The admin +admin@example\.com +yes/);
  });
});

test("a database that is not migrated yet is reported in one line", async () => {
  await db.execute(sql`alter table events rename column object_name to later_name`);
  const reset = await user(["password", "owner"], "brand new\n");
  await db.execute(sql`alter table events rename column later_name to object_name`);
  const stderr = "The database is of another version; run: signalbox migrate\n";
  expect(reset).toEqual({ code: 1, stdout: "", stderr });
});

describe("on the bundled database", () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-cli-data-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const bundled = (words: string[], input?: string) =>
    signalbox(["user", ...words], { env: { SIGNALBOX_DATA_DIR: folder }, input });

  test("works with and without a running Signalbox; reports a missing database, and one that is not migrated yet", async () => {
    expect((await bundled(["list"])).stderr).toMatch(/^There is no Signalbox in /);
    const embedded = await startEmbedded({ dataDir: folder });
    await migrate(embedded.url);
    const added = await bundled(["add", "rescue", "--email", "rescue@example.com"], "open sesame\n");
    expect(added).toMatchObject({ code: 0, stdout: "User rescue created\n" });
    const old = openDatabase(embedded.url, { max: 1 });
    await old.execute(sql`alter table events drop column object_name`);
    await old.close();
    const stderr = "The database is of another version; run: signalbox start\n";
    expect(await bundled(["password", "rescue"], "brand new\n")).toEqual({ code: 1, stdout: "", stderr });
    await embedded.stop();
    // Starting Postgres needs installed packages.
    symlinkSync(join(ROOT, "node_modules"), join(await cliBundle(), "../../node_modules"));
    expect(await bundled(["list", "--json"])).toMatchObject({ code: 0, stdout: expect.stringContaining("rescue@") });
  });
});
