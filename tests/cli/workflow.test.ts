import { beforeAll, expect, test, vi } from "vitest";
import { insertToken } from "@/lib/session/tokens";
import { createTemplate } from "@/lib/template/operations";
import { Site } from "../api/support/site";
import { insertTemplateRow, resources } from "../support/resources";
import { signalbox } from "./cli-process";

// Every step is a process, which is slow to start on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const { w, url } = await Site.open();
let env: Record<string, string> = {};
beforeAll(async () => {
  const { id } = await insertToken(w.db, w.userIds.owner);
  env = { SIGNALBOX_URL: url, SIGNALBOX_TOKEN: id };
  const template_id = await insertTemplateRow(w.db, w.projectId, await resources(w.db, w.projectId), { name: "Build" });
  const nodes = [
    { key: "ask", kind: "approval", text: "Ship it?" },
    { key: "night", kind: "wait", seconds: 3600 },
    { key: "ship", kind: "template", template_id },
    { key: "undo", kind: "template", template_id },
    { key: "report", kind: "template", template_id },
  ];
  const edges = [
    { from: "ask", to: "ship" },
    { from: "ship", to: "undo", on: "failure" },
    { from: "night", to: "report", condition: "inputs.n > 2" },
  ];
  const survey_vars = [{ name: "n", title: "N", type: "int" }];
  const workflow = { name: "Release", app: "workflow", playbook: "", graph: { nodes, edges }, survey_vars };
  await w.call(createTemplate, "owner", { projectId: w.projectId }, workflow);
});

test("run --what-if tells which nodes would run, and starts nothing", async () => {
  const { code, stdout } = await signalbox(["run", "release", "--what-if", "--var", "n=2"], { env });
  expect({ code, lines: stdout.trim().split("\n") }).toEqual({
    code: 0,
    lines: [
      "ask: would run",
      "night: would run",
      "ship: would run",
      "undo: would not run: ship would end as success, not as failure",
      "report: would not run: inputs.n > 2 is false",
    ],
  });
  const failing = ["run", "release", "--what-if", "--assume-failed", "ship"];
  expect((await signalbox(failing, { env })).stdout.split("\n").slice(2, 5)).toEqual([
    "ship: would fail, as assumed",
    "undo: would run",
    "report: would run if inputs.n > 2",
  ]);
  const json = await signalbox([...failing, "--json"], { env });
  expect(JSON.parse(json.stdout)).toContainEqual({ key: "ship", status: "failed", reason: null });
  const unknown = await signalbox(["run", "release", "--what-if", "--assume-failed", "shop"], { env });
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("ask, night, ship") });
  const plain = await signalbox(["run", "Build", "--what-if"], { env });
  expect(plain).toMatchObject({ code: 2, stderr: "Build is not a workflow\n" });
  expect((await signalbox(["tasks"], { env })).stdout.trim().split("\n")).toHaveLength(1);
});

test("decisions name what can be decided; done and skip go on without waiting", async () => {
  const { stdout } = await signalbox(["run", "Release", "--var", "n=2"], { env });
  const run = /Task #(\d+)/.exec(stdout)?.[1] ?? "";
  const fails = async (...words: string[]) => {
    const { code, stderr } = await signalbox(words, { env });
    expect(code).toBe(2);
    return stderr.trim();
  };
  expect(await fails("approve", run, "nothing")).toBe(`Task #${run} has no node "nothing". You can decide: ask`);
  expect(await fails("reject", run, "ship")).toBe(
    "ship doesn't wait for a decision: it is pending. You can decide: ask",
  );
  expect(await fails("done", run, "nothing")).toBe(
    `Task #${run} has no node "nothing". Its nodes: ask, night, ship, undo, report`,
  );
  expect((await signalbox(["approve", run, "ask"], { env })).stdout).toBe(`ask of task #${run} is approved\n`);
  expect(await fails("approve", run, "ask")).toMatch(
    /^ask doesn't wait for a decision: it is success\. Nothing of this task waits for your decision$/,
  );
  const marked = await signalbox(["done", run, "night", "--note", "now"], { env });
  expect(marked.stdout).toBe(`night of task #${run} is marked as done\n`);
  expect(await fails("done", run, "ship")).toContain("A task of this node is running. Stop the task first.");
  expect((await signalbox(["skip", run, "undo"], { env })).stdout).toBe(`undo of task #${run} is skipped\n`);
});
