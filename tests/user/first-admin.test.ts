import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "@/db/schema/users";
import { ensureFirstAdmin } from "@/lib/user/first-admin";
import { freshDatabase } from "../support/database";

const db = await freshDatabase();
const url = process.env.DATABASE_URL ?? "";
const settings = { adminUsername: "Admin", adminPassword: undefined, adminEmail: "admin@localhost" };

test("processes that start at once on an empty database create one administrator, and one of them knows the password", async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => ensureFirstAdmin(url, settings)));
  expect(answers.map(({ username }) => username)).toEqual(Array(6).fill("admin"));
  expect(answers.filter(({ created, password }) => created && password)).toHaveLength(1);
  expect(answers.filter(({ created, password }) => !created && password === null)).toHaveLength(5);
  expect(await db.$count(users, eq(users.admin, true))).toBe(1);
});

test("a failure to create the administrator shows the reason, and no hash", async () => {
  await db.update(users).set({ admin: false });
  const problem = await ensureFirstAdmin(url, settings).catch((error: Error) => error);
  expect(problem).toBeInstanceOf(Error);
  expect(String((problem as Error).stack)).toContain("Failed query: insert into");
  expect(String((problem as Error).stack)).not.toMatch(/scrypt\$/);
});
