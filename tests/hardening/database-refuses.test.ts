import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { describeError } from "@/cli/problem";
import { openDatabase } from "@/db/client";
import { migrate } from "@/db/migrate";
import { freshDatabase } from "../support/database";
import { freePort } from "../support/listen";

await freshDatabase();
const here = process.env.DATABASE_URL ?? "";
const nobody = here.includes("user=")
  ? here.replace(/user=\w+/, "user=nobody_at_all&password=hunter2")
  : here.replace(/\/\/[^@/]*@/, "//nobody_at_all:hunter2@");
const nowhere = `postgres://signalbox:hunter2@127.0.0.1:${await freePort()}/signalbox`;

const failing = {
  "a command that reads": async (url: string) => {
    const db = openDatabase(url, { max: 1 });
    await db.execute(sql`select 1`).finally(() => db.close());
  },
  "the migration": migrate,
};

test.each(Object.entries(failing))(
  "%s reports in one line that the database rejects the connection",
  async (_, run) => {
    for (const [url, why] of [
      [nobody, /nobody_at_all/],
      [nowhere, /ECONNREFUSED/],
    ] as const) {
      const text = describeError(await run(url).catch((error: unknown) => error));
      expect(text).toMatch(/^The database in DATABASE_URL can't be used: .+$/);
      expect(text).toMatch(why);
      expect(text).not.toContain("hunter2");
    }
  },
);
