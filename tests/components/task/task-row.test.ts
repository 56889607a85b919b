import { expect, test } from "vitest";
import { stageStatus } from "@/components/task/panel/facts/task-stages";
import { patchTask } from "@/components/task/table/task-row";
import { versionOf } from "@/components/task/table/task-version";
import type { TaskUpdate } from "@/lib/protocol/socket";
import type { TaskStatus } from "@/lib/protocol/status";

const TIME = "2026-11-20T06:00:00.000Z";

const row = (status: TaskStatus) => ({
  id: 7,
  status,
  reason: null,
  start: null as string | null,
  end: null as string | null,
  version: null,
  commit_hash: null,
  commit_message: null,
  message: "kept",
});

const update = (status: TaskStatus, more: Partial<TaskUpdate> = {}): TaskUpdate => ({
  task_id: 7,
  template_id: 1,
  project_id: 1,
  parent_task_id: null,
  is_workflow: false,
  user_id: null,
  status,
  reason: null,
  start: TIME,
  end: null,
  version: "1.0.1",
  commit_hash: null,
  commit_message: null,
  ...more,
});

test("an update changes only the fields it names", () => {
  const patched = patchTask(row("waiting"), update("running"));
  expect(patched).toEqual({ ...row("waiting"), status: "running", start: TIME, version: "1.0.1" });
});

test("a commit reported after the list was loaded can be rerun from its row", () => {
  const patched = patchTask(row("running"), update("success", { commit_hash: "4f2a91c", commit_message: "Fix" }));
  expect(patched).toMatchObject({ commit_hash: "4f2a91c", commit_message: "Fix" });
});

test("an update of another task changes nothing", () => {
  const waiting = row("waiting");
  expect(patchTask(waiting, update("running", { task_id: 8 }))).toBe(waiting);
});

test("a finished task ignores a late update", () => {
  const done = row("success");
  expect(patchTask(done, update("running"))).toBe(done);
  expect(patchTask(done, update("success", { end: TIME })).end).toBe(TIME);
});

test("a task whose runner vanished returns to waiting", () => {
  expect(patchTask(row("starting"), update("waiting")).status).toBe("waiting");
});

const tasks = { version: "9", incoming_version: "8", build_task: { id: 3, version: "2.0.0" } };

test("the version is a build's own, or that of a deploy's build", () => {
  expect(versionOf({ ...tasks, tpl_type: "" })).toBeNull();
  expect(versionOf({ ...tasks, tpl_type: "build" })).toBe("9");
  expect(versionOf({ ...tasks, tpl_type: "deploy" })).toBe("2.0.0");
});

test("a deploy of a deploy shows the version passed through the chain", () => {
  expect(versionOf({ ...tasks, tpl_type: "deploy", build_task: { id: 3, version: null } })).toBe("8");
  expect(versionOf({ ...tasks, tpl_type: "deploy", build_task: null, incoming_version: null })).toBeNull();
});

const stage = (name: string, end: string | null) => ({ name, first_line: 0, start: TIME, end });

test("every stage but the last succeeded; the last one has the task's status", () => {
  const stages = [stage("clone", TIME), stage("run", null)];
  expect(stageStatus({ stages, status: "error" }, 0)).toBe("success");
  expect(stageStatus({ stages, status: "error" }, 1)).toBe("error");
  expect(stageStatus({ stages, status: "stopped" }, 1)).toBe("stopped");
  expect(stageStatus({ stages, status: "running" }, 1)).toBe("running");
});

test("the last stage of a task waiting for confirmation is complete", () => {
  expect(stageStatus({ stages: [stage("plan", TIME)], status: "waiting_confirmation" }, 0)).toBe("success");
});
