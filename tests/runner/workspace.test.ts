import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorkspace, findStoredAttempts, type Workspace } from "@/runner/workspace";

let folder: string;
let workspace: Workspace;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-workspace-"));
  ({ workspace } = await createWorkspace(folder, { task_id: 7, attempt: 2 }));
});
afterEach(() => rmSync(folder, { recursive: true }));

const stateFile = () => join(workspace.directory, "state.json");

test("what a previous runner left is found by its state.json", async () => {
  expect(await findStoredAttempts(folder)).toMatchObject([{ workspace, saved: { task_id: 7, attempt: 2 } }]);
});

test.each(["", "{", '{"task_id":7}'])(
  "with a damaged state.json (%j) a checkout is kept, without secrets",
  async (damaged) => {
    for (const path of [workspace.checkout, workspace.secrets]) mkdirSync(path);
    writeFileSync(join(workspace.checkout, "errored.tfstate"), "{}");
    writeFileSync(join(workspace.secrets, "password"), "hunter2");
    writeFileSync(stateFile(), damaged);
    expect(await findStoredAttempts(folder)).toEqual([]);
    const aside = join(folder, "unsent-states", "7-2");
    expect(readFileSync(join(aside, "repository", "errored.tfstate"), "utf8")).toBe("{}");
    expect(existsSync(join(aside, "secrets"))).toBe(false);
    expect(existsSync(workspace.directory)).toBe(false);
  },
);

test("without a state.json a state that the console keeps is kept too", async () => {
  mkdirSync(workspace.kept);
  rmSync(stateFile());
  expect(await findStoredAttempts(folder)).toEqual([]);
  expect(existsSync(join(folder, "unsent-states", "7-2", "kept"))).toBe(true);
});

test("an attempt without a state.json that had not begun is removed", async () => {
  rmSync(stateFile());
  expect(await findStoredAttempts(folder)).toEqual([]);
  expect(existsSync(workspace.directory)).toBe(false);
  expect(existsSync(join(folder, "unsent-states"))).toBe(false);
});
