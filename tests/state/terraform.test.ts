import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect } from "vitest";
import { stateLocks } from "@/db/schema/state-versions";
import { backendVariables, type JobState } from "@/lib/protocol/state";
import { freshDatabase } from "../support/database";
import { type StateSite, stateSite } from "../support/state-site";
import { requireTool } from "../support/tools";

const test = requireTool("terraform");
const db = await freshDatabase();
const folders: string[] = [];
let site: StateSite;
let template: number;

beforeAll(async () => {
  site = await stateSite(db);
  template = await site.template({ auto_approve: true });
});
afterAll(async () => {
  await site?.api.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const CODE = `
terraform {
  backend "http" {}
}
resource "terraform_data" "one" { input = "secret-canary" }
output "one" { value = terraform_data.one.id }
`;

type Ended = { code: number; out: string };

/** Terraform in a fresh folder, as a checkout on another runner would be. */
function checkout(state: Pick<JobState, "path" | "password">, code = CODE) {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-terraform-"));
  folders.push(folder);
  writeFileSync(join(folder, "main.tf"), code);
  const runAs = async (password: string, ...args: string[]): Promise<Ended> => {
    const backend = backendVariables(site.api.url, { ...state, username: "anybody", password });
    const env = { ...process.env, HOME: folder, CHECKPOINT_DISABLE: "1", ...backend };
    const words = [args[0] ?? "", "-no-color", ...args.slice(1)];
    const done = promisify(execFile)("terraform", words, { cwd: folder, env });
    return done.then(
      ({ stdout, stderr }) => ({ code: 0, out: stdout + stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        out: error.stdout + error.stderr,
      }),
    );
  };
  return { folder, runAs, run: (...args: string[]) => runAs(state.password, ...args) };
}

const APPLY = ["apply", "-auto-approve", "-input=false"];

test("a run finds the state of the previous one, in another folder and with another credential", async () => {
  const first = await site.run(template);
  const one = checkout(first.state);
  expect(await one.run("init", "-input=false")).toMatchObject({ code: 0 });
  expect((await one.run(...APPLY)).out).toContain("1 added");
  await site.runner.finish(first.ref);
  expect(await db.select().from(stateLocks)).toEqual([]);

  const second = await site.run(template);
  const two = checkout(second.state);
  await two.run("init", "-input=false");
  expect((await two.run("plan", "-detailed-exitcode")).code).toBe(0);
  expect((await two.run(...APPLY)).out).toContain("0 added, 0 changed, 0 destroyed");
  await site.runner.finish(second.ref);
  expect(await site.look(second.ref.task_id)).toMatchObject({
    state: { workspace: "default", version: 1 },
    outputs: [{ name: "one", sensitive: false }],
  });
}, 60_000);

test("the credential is neither in the plan nor in .terraform", async () => {
  const { ref, state } = await site.run(template);
  const { folder, run } = checkout(state);
  await run("init", "-input=false");
  await run("plan", "-out=saved");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(2);
  for (const { parentPath, name } of files)
    expect([name, readFileSync(join(parentPath, name)).includes(state.password)]).toEqual([name, false]);
  await site.runner.finish(ref);
}, 60_000);

test("a held lock is reported with its holder, and a manager's token breaks it", async () => {
  const { ref, state } = await site.run(template);
  const info = { ID: "11111111-2222-3333-4444-555555555555", Operation: "apply", Who: "bob@laptop" };
  expect((await site.call("LOCK", state, "", JSON.stringify(info))).status).toBe(200);
  const { run, runAs } = checkout(state);
  await run("init", "-input=false");
  const refused = await run(...APPLY);
  expect(refused.code).toBe(1);
  expect(refused.out).toContain(`already locked:\nID=${info.ID}`);
  expect((await run("force-unlock", "-force", info.ID)).code).toBe(1);

  expect((await runAs(await site.apiToken("manager"), "force-unlock", "-force", info.ID)).code).toBe(0);
  expect((await run(...APPLY)).code).toBe(0);
  await site.runner.finish(ref);
}, 60_000);
