import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { runners } from "@/db/schema/runners";
import { ensureLocalRunner } from "@/lib/runner/local";
import { hashToken } from "@/lib/secret/token";
import { readSettings } from "@/lib/settings/settings";
import { freshDatabase } from "../support/database";

const db = await freshDatabase();
const dataDir = mkdtempSync(join(tmpdir(), "signalbox-local-runner-"));
const tokenFile = join(dataDir, "runner", "token");
mkdirSync(join(dataDir, "runner"));

beforeEach(async () => {
  await db.delete(runners);
  rmSync(tokenFile, { force: true });
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Like `npm start`; returns the runner's tags afterwards. */
async function startWith(tag?: string): Promise<{ tags: string[]; tagged_only: boolean } | undefined> {
  const { runnerTags } = readSettings({ SIGNALBOX_RUNNER_TAG: tag });
  const { token } = await ensureLocalRunner(process.env.DATABASE_URL ?? "", { dataDir, runnerTags });
  writeFileSync(tokenFile, token);
  const columns = { tags: runners.tags, tagged_only: runners.tagged_only };
  const [row] = await db
    .select(columns)
    .from(runners)
    .where(eq(runners.token_hash, hashToken(token)));
  expect(await db.$count(runners)).toBe(1);
  return row;
}

describe("the tags of the local runner", () => {
  it("are taken from the settings since the first start", async () => {
    expect(await startWith("gpu, dmz,gpu")).toEqual({ tags: ["gpu", "dmz"], tagged_only: true });
    expect(await startWith("linux")).toEqual({ tags: ["linux"], tagged_only: true });
  });

  it("limit a runner that had none to tagged work", async () => {
    expect(await startWith()).toEqual({ tags: [], tagged_only: false });
    expect(await startWith("gpu")).toEqual({ tags: ["gpu"], tagged_only: true });
  });

  it("are the only setting that changes", async () => {
    await startWith("gpu");
    await db.update(runners).set({ tagged_only: false });
    expect(await startWith("dmz")).toEqual({ tags: ["dmz"], tagged_only: false });
    await db.update(runners).set({ tags: ["by-hand"] });
    expect(await startWith()).toEqual({ tags: ["by-hand"], tagged_only: false });
    expect(await startWith(",")).toEqual({ tags: [], tagged_only: false });
  });
});

it("a token that can't be read is an error instead of another runner", async () => {
  mkdirSync(tokenFile);
  try {
    await expect(ensureLocalRunner(process.env.DATABASE_URL ?? "", { dataDir, runnerTags: undefined })).rejects.toThrow(
      "EISDIR",
    );
  } finally {
    rmSync(tokenFile, { recursive: true });
  }
  expect(await db.$count(runners)).toBe(0);
});
