import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TaskNotice } from "@/components/task/panel/task-notice";
import type { TaskActions } from "@/components/task/state/use-task-actions";
import type { TaskDetail } from "@/lib/task/schema";
import messages from "@/messages/en.json";

const ended: TaskDetail = {
  id: 1,
  template_id: 1,
  project_id: 1,
  status: "success",
  reason: null,
  version: null,
  params: {},
  hosts: null,
  debug: false,
  dry_run: false,
  diff: false,
  playbook: "",
  environment: "",
  limit: "",
  secret: "",
  message: "",
  arguments: null,
  git_branch: null,
  commit_hash: null,
  commit_message: "",
  build_task_id: null,
  autorun: false,
  user_id: null,
  integration_id: null,
  schedule_id: null,
  inventory_id: null,
  environment_id: null,
  runner_id: null,
  created: "2026-11-22T06:00:00.000Z",
  start: null,
  end: null,
  incoming_version: null,
  build_task: null,
  tpl_playbook: "a.yml",
  tpl_alias: "t",
  tpl_type: "",
  tpl_app: "ansible",
  user_name: null,
  waiting_for: null,
  stopped_by_name: null,
  parent_task_id: null,
  parent_name: null,
  node_key: null,
  node_item: null,
  state: null,
  outputs: [],
  drift_check: false,
  drift: null,
  failure: null,
  exit_code: null,
  last_success: null,
  timeout_seconds: 0,
  log_lines: 0,
  runner_name: null,
  last_heard: null,
  plan: null,
  plan_checksum: null,
  stages: [],
  results: [],
  confirm_until: null,
  compare_with: null,
};
const nothing = async () => undefined;
const actions: TaskActions = {
  pending: null,
  status: "success",
  stop: nothing,
  kill: nothing,
  confirm: nothing,
  reject: nothing,
};

const shown = (changes: Partial<TaskDetail>): string => {
  const task = { ...ended, ...changes };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <TaskNotice task={task} status={task.status} actions={actions} mayRun onJump={() => undefined} />
    </NextIntlClientProvider>,
  );
};

test("a success without any host is announced in amber", () => {
  const notice = shown({ reason: "no_hosts" });
  expect(notice).toContain(messages.reasons.no_hosts);
  expect(notice).toContain("bg-amber-soft");
});

test("a stop that waits for a state says so", () => {
  const state = { id: 1, workspace: "default", version: null };
  expect(shown({ status: "stopping", state })).toContain(messages.task.saving.replace("{seconds}", "30"));
  expect(shown({ status: "stopping" })).toBe("");
});

test("a success without more to say is left to the chip", () => {
  expect(shown({})).toBe("");
});

const plan = { add: 3, change: 1, destroy: 2, replace: 1 };
const stagesNamed = (...names: string[]) =>
  names.map((name, first_line) => ({ name, first_line, start: ended.created, end: ended.created }));

test("an applied plan says what was changed, and no longer what is to be", () => {
  for (const name of ["apply", "up", "destroy"]) {
    const notice = shown({ plan, stages: stagesNamed("plan", name) });
    expect(notice).toContain("Applied: 2 added, 1 changed, 1 replaced, 1 destroyed.");
    expect(notice).not.toContain("to add");
  }
  const replacesNothing = shown({ plan: { add: 3, change: 0, destroy: 0 }, stages: stagesNamed("plan", "apply") });
  expect(replacesNothing).toContain("Applied: 3 added, 0 changed, 0 destroyed.");
});

test("a plan that was not applied is named as one", () => {
  const notice = shown({ plan, stages: stagesNamed("init", "plan") });
  expect(notice).toContain(`>${messages.task.tabs.plan}<`);
  expect(notice).toContain("2 to add");
  const rejected = { status: "stopped", reason: "stopped_by_user", stopped_by_name: "Ann" } as const;
  const stopped = shown({ ...rejected, plan, stages: stagesNamed("plan") });
  expect(stopped).toContain("Stopped by Ann.");
  expect(stopped).toContain("2 to add");
});

test("a failure by time says how long the limit was", () => {
  expect(shown({ status: "error", reason: "timed_out", timeout_seconds: 90 })).toContain("time limit of 1m 30s");
});

test("a failure is announced, and not in amber", () => {
  const notice = shown({ status: "error" });
  expect(notice).toContain(messages.task.ended.error);
  expect(notice).not.toContain("amber");
});
