import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runners } from "@/db/schema/runners";
import { freshDatabase } from "../support/database";
import { world } from "../support/world";
import { signalbox } from "./cli-process";
import { CliSite } from "./site";

// Every step is a process, which is slow to start on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const db = await freshDatabase();
const w = await world(db);
const site = new CliSite(w);
let id: number;
beforeAll(async () => {
  await site.start();
  const [row] = await db.insert(runners).values({ name: "eu-west", token_hash: "of nobody" }).returning();
  id = row?.id ?? 0;
});
afterAll(() => site.stop());

const runner = async (person: "admin" | "owner", ...words: string[]) =>
  signalbox(["runner", ...words], { env: await site.as(person) });
const draining = async () => (await db.select().from(runners).where(eq(runners.id, id)))[0]?.draining;

test("a runner is drained by name, and resumed by number", async () => {
  expect(await runner("admin", "drain", "EU-West", "--wait")).toMatchObject({
    code: 0,
    stdout: "eu-west takes no new tasks and runs 0\n",
  });
  expect(await draining()).toBe(true);
  const { code, stdout } = await runner("admin", "resume", String(id), "--json");
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { id, draining: false }]);
  expect(await draining()).toBe(false);
});

test("errors are one line", async () => {
  expect(await runner("admin", "drain", "us-east")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("There is no runner us-east. Available: "),
  });
  expect(await runner("owner", "drain", "eu-west")).toMatchObject({
    code: 2,
    stderr: "You don't have permission to do this\n",
  });
  expect(await runner("admin", "drain")).toMatchObject({
    code: 2,
    stderr: "Usage: signalbox runner drain <runner> [options]\n",
  });
});
