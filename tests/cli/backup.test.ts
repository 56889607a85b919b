import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { projects } from "@/db/schema/projects";
import { insertToken } from "@/lib/session/tokens";
import { createState, listStates } from "@/lib/state/operations";
import { uploadState } from "@/lib/state/version-operations";
import { terraformState } from "../state/states";
import { freshDatabase } from "../support/database";
import { type RealApi, realApi } from "../support/real-api";
import { world } from "../support/world";
import { signalbox } from "./cli-process";

// Every step is a process of its own, which a busy machine takes long to start.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const PASSPHRASE = "correct horse battery";

const db = await freshDatabase();
const w = await world(db);
const home = mkdtempSync(join(tmpdir(), "signalbox-cli-backup-"));
const file = join(home, "backup.json");
const secret = join(home, "passphrase");
let api: RealApi;

beforeAll(async () => {
  api = await realApi();
  writeFileSync(secret, `${PASSPHRASE}\nanother line\n`);
  const at = { projectId: w.projectId };
  const { id: stateId } = await w.call(createState, "owner", at, { name: "Network", kind: "terraform" });
  for (const serial of [1, 2]) {
    const content = terraformState((state) => Object.assign(state, { serial }));
    await w.call(uploadState, "owner", { ...at, stateId }, { workspace: "", content, reason: "moved in" });
  }
});
afterAll(async () => {
  await api?.stop();
  rmSync(home, { recursive: true, force: true });
});

async function run(words: string[], { input, ...more }: { input?: string } & Record<string, string> = {}) {
  const { id } = await insertToken(db, w.userIds.admin);
  const env = { SIGNALBOX_URL: api.url, SIGNALBOX_TOKEN: id, XDG_CONFIG_HOME: home, ...more };
  return signalbox(words, { env, input });
}
const backup = (...options: string[]) => ["backup", String(w.projectId), ...options];
const restore = (...options: string[]) => ["import", "--from", file, "--again", ...options];
const projectIds = async () => (await db.select().from(projects)).map(({ id }) => id).sort((a, b) => a - b);
const restored = (stdout: string) => JSON.parse(stdout).projects[0];

test("without --states it prints the same file as the console", async () => {
  const { code, stdout } = await run(backup());
  expect([code, Object.keys(JSON.parse(stdout))]).toEqual([0, expect.not.arrayContaining(["sealed_states"])]);
});

test("with states it writes a private file, which the passphrase restores", async () => {
  writeFileSync(file, "for all", { mode: 0o644 });
  const made = await run(backup("--states", "all", "--passphrase-file", secret, "--output", file));
  expect([made.code, made.stdout]).toEqual([0, ""]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).not.toMatch(/canary|correct horse/);

  const { code, stdout } = await run(restore("--json"), { SIGNALBOX_BACKUP_PASSPHRASE: PASSPHRASE });
  expect([code, restored(stdout)]).toMatchObject([0, { outcome: "made", counts: { states: 1 } }]);
  const [state] = await w.call(listStates, "admin", { projectId: restored(stdout).id });
  expect(state).toMatchObject({ name: "Network", workspaces: [{ name: "default", newest: 2, serial: 2 }] });
});

test("it reads a passphrase from stdin without a terminal; a wrong one restores nothing", async () => {
  await run(backup("--states", "newest", "--output", file), { input: `${PASSPHRASE}\n` });
  const before = await projectIds();
  const { code, stdout } = await run(restore("--json"), { input: "wrong horse battery\n" });
  const problem = expect.stringContaining("states_passphrase: The passphrase doesn't open the states in this file");
  expect([code, restored(stdout)]).toMatchObject([1, { outcome: "failed", problem }]);
  expect((await run(restore("--dry-run"), { input: `${PASSPHRASE}\n` })).code).toBe(0);
  expect(await projectIds()).toEqual(before);
});

test("a restore without states reports that they were left out", async () => {
  const { stdout } = await run(restore("--json", "--without-states"));
  expect(restored(stdout)).toMatchObject({ outcome: "made", left_out: ["The states of the backup"] });
  expect(await w.call(listStates, "admin", { projectId: restored(stdout).id })).toEqual([]);
});

test("a backup that can't be written fails", async () => {
  expect(await run(backup("--output", home))).toMatchObject({ code: 2, stderr: `${home} is a folder\n` });
});

test("an unknown value of --states and an empty passphrase are rejected", async () => {
  expect((await run(backup("--states", "some"))).stderr).toBe("--states is newest or all\n");
  expect((await run(backup("--states", "all"), { input: "" })).stderr).toBe("The passphrase is empty\n");
});
