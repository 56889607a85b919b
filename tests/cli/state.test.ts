import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, getTableColumns } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { onlyRow } from "@/db/only-row";
import { stateLocks, stateVersions } from "@/db/schema/state-versions";
import { stateWorkspaces } from "@/db/schema/states";
import { insertToken } from "@/lib/session/tokens";
import { createState } from "@/lib/state/operations";
import { checkpoint, terraformState } from "../state/states";
import { freshDatabase } from "../support/database";
import { type RealApi, realApi } from "../support/real-api";
import { FORBIDDEN, type Person, world } from "../support/world";
import { signalbox } from "./cli-process";

// Every step is a process of its own, which a busy machine takes long to start.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const db = await freshDatabase();
const w = await world(db);
const home = mkdtempSync(join(tmpdir(), "signalbox-cli-state-"));
let api: RealApi;

beforeAll(async () => {
  api = await realApi();
  await w.call(createState, "owner", { projectId: w.projectId }, { name: "Network", kind: "terraform" });
});
afterAll(async () => {
  await api?.stop();
  rmSync(home, { recursive: true, force: true });
});

async function state(person: Person, ...words: string[]) {
  const { id } = await insertToken(db, w.userIds[person]);
  const env = { SIGNALBOX_URL: api.url, SIGNALBOX_TOKEN: id, XDG_CONFIG_HOME: join(home, person) };
  return signalbox(["state", ...words], { env });
}

const file = (name: string, serial: number) => {
  const path = join(home, name);
  writeFileSync(
    path,
    terraformState((json) => Object.assign(json, { serial })),
  );
  return path;
};

test("a state is uploaded, shown, rolled back, unlocked and downloaded", async () => {
  expect((await state("owner", "push", "network", file("one", 1))).stdout).toBe("Network has version 1 in default\n");
  await state("owner", "push", "network", file("two", 2), "--reason", "grown");
  const again = await state("owner", "push", "network", file("two", 2));
  expect([again.code, again.stdout]).toEqual([0, "Nothing changed: this is version 2 of Network in default\n"]);
  expect((await state("owner", "push", "network", file("old", 1))).stderr).toContain("Serial 1 is not higher than 2");

  const rolled = await state("owner", "rollback", "Network", "1", "--reason", "too much");
  expect(rolled.stdout).toBe("Network holds version 1 again, as version 3\n");
  const { stdout } = await state("owner", "versions", "Network", "--json");
  expect(JSON.parse(stdout)).toMatchObject([
    { number: 3, newest: true, serial: 3, cause: "rollback", reason: "too much", user_name: "The owner" },
    { number: 2, newest: false, serial: 2, cause: "upload", reason: "grown" },
    { number: 1, newest: false, serial: 1 },
  ]);

  const target = join(home, "pulled");
  await state("manager", "pull", "Network", "--version", "2", "--output", target);
  expect(readFileSync(target, "utf8")).toBe(readFileSync(join(home, "two"), "utf8"));
  expect(statSync(target).mode & 0o777).toBe(0o600);
  expect((await state("manager", "pull", "Network")).stdout).toContain('"serial": 3');

  const [workspace] = await db.select().from(stateWorkspaces);
  const info = { ID: "a", Operation: "", Info: "", Who: "bob@laptop", Version: "", Created: "", Path: "" };
  await db.insert(stateLocks).values({ workspace_id: workspace?.id ?? 0, info });
  expect((await state("guest", "list")).stdout).toMatch(/Network {2}terraform {2}default .* bob@laptop\n$/);
  expect((await state("owner", "push", "network", file("four", 4))).stderr).toContain("locked by bob@laptop");
  expect((await state("owner", "unlock", "Network")).stdout).toBe("Network is not locked in default\n");
  expect(await db.select().from(stateLocks)).toEqual([]);
});

test("a state that is empty takes the workspace that is named, or the one that templates use by default", async () => {
  for (const [name, kind] of [
    ["Servers", "terraform"],
    ["Site", "pulumi"],
  ])
    await w.call(createState, "owner", { projectId: w.projectId }, { name, kind });
  const prod = await state("owner", "push", "Servers", file("prod", 1), "--workspace", "prod");
  expect(prod.stdout).toBe("Servers has version 1 in prod\n");
  const target = join(home, "stack");
  writeFileSync(target, checkpoint());
  expect((await state("owner", "push", "Site", target)).stdout).toBe("Site has version 1 in dev\n");
});

test("a version is found behind any number of newer ones", async () => {
  const { id: stateId } = await w.call(
    createState,
    "owner",
    { projectId: w.projectId },
    { name: "Old", kind: "terraform" },
  );
  await state("owner", "push", "Old", file("old-1", 1));
  const { id: _, ...first } = onlyRow(
    await db
      .select(getTableColumns(stateVersions))
      .from(stateVersions)
      .innerJoin(stateWorkspaces, eq(stateWorkspaces.id, stateVersions.workspace_id))
      .where(eq(stateWorkspaces.state_id, stateId)),
  );
  const late = Array.from({ length: 401 }, (_, index) => ({ ...first, number: index + 2, offered: true }));
  await db.insert(stateVersions).values(late);
  for (const words of [[], ["--version", "1"]])
    expect((await state("owner", "pull", "Old", ...words)).stdout).toBe(readFileSync(join(home, "old-1"), "utf8"));
  const again = await state("owner", "push", "Old", join(home, "old-1"));
  expect(again.stdout).toBe("Nothing changed: this is version 1 of Old in default\n");
  const missing = await state("owner", "pull", "Old", "--version", "403");
  expect(missing).toEqual({ code: 2, stdout: "", stderr: "Old has no version 403 in default\n" });
});

test.each([
  ["a file that is missing", ["push", "network", "/nowhere/x"], 2, "There is no file or folder /nowhere/x\n"],
  [
    "a workspace that is missing",
    ["unlock", "network", "--workspace", "prod"],
    2,
    "Network has no workspace prod. Available: default\n",
  ],
  ["no versions", ["versions", "network", "--count", "0"], 2, "--count takes a number from 1 to 200\n"],
])("%s is refused with a sentence", async (_, words, code, stderr) => {
  expect(await state("owner", ...words)).toMatchObject({ code, stderr });
});

test("a caller who can't manage resources can't read the content", async () => {
  const pulled = await state("task_runner", "pull", "Network");
  expect([pulled.code, pulled.stdout]).toEqual([2, ""]);
  expect(pulled.stderr).toContain(String(FORBIDDEN.error));
});
