import { describe, expect, test } from "vitest";
import { blockedBy, type Candidate, explainWaiting, type QueueState, type RunnerState } from "@/lib/queue/rule";

const task: Candidate = {
  id: 9,
  project_id: 1,
  app: "bash",
  app_path: null,
  runner_tag: "",
  brings_variables: false,
  needs_own_runner: false,
  allow_parallel_tasks: false,
  vault_script: false,
  state: null,
  state_holder: null,
  drift_check: false,
};
const DATA = { brings_variables: true };
const idle: QueueState = { projectLimit: 0, holding: [], templateBusy: [], templateFirst: 9, stateBusy: [] };
const runner: RunnerState = {
  protocol: 2,
  active: true,
  connected: true,
  draining: false,
  project_ids: null,
  tags: [],
  tagged_only: false,
  tools: { bash: "5" },
  capabilities: [],
  limit: 0,
  running: 0,
};

describe("a task may start", () => {
  test.each<[string, Partial<Candidate>, Partial<QueueState>, Partial<RunnerState>, object | null]>([
    ["if nothing prevents it", {}, {}, {}, null],
    [
      "not while another task of its template runs",
      {},
      { templateBusy: [{ id: 7 }] },
      {},
      { code: "template_busy", held_by: [7] },
    ],
    [
      "not before an older task of its template",
      {},
      { templateFirst: 8 },
      {},
      { code: "template_order", held_by: [8] },
    ],
    [
      "before an older task of its template if parallel tasks are allowed",
      { allow_parallel_tasks: true },
      { templateFirst: 8 },
      {},
      null,
    ],
    [
      "while others of its template run if parallel tasks are allowed",
      { allow_parallel_tasks: true },
      { templateBusy: [{ id: 7 }] },
      {},
      null,
    ],
    [
      "not over the project's limit",
      {},
      { projectLimit: 1, holding: [{ id: 7 }] },
      {},
      { code: "project_limit", limit: 1, held_by: [7] },
    ],
    [
      "not while somebody has locked its state",
      { state_holder: "alice@laptop" },
      {},
      {},
      { code: "state_busy", held_by: [], holder: "alice@laptop" },
    ],
    [
      "while somebody has locked the state that it only checks",
      { state_holder: "a", drift_check: true },
      {},
      { capabilities: ["drift"] },
      null,
    ],
    ["not while another task uses its state", {}, { stateBusy: [{ id: 7 }] }, {}, { code: "state_busy", held_by: [7] }],
    ["below the project's limit", {}, { projectLimit: 2, holding: [{ id: 7 }] }, {}, null],
    ["not over the runner's limit", {}, {}, { limit: 1, running: 1 }, { code: "runners_full" }],
    ["not on a disabled runner", {}, {}, { active: false }, { code: "no_runner" }],
    ["not on a runner without the tool", { app: "ansible" }, {}, {}, { code: "no_tool", tool: "ansible-playbook" }],
    [
      "on a runner without the tool if an administrator set a path",
      { app: "ansible", app_path: "/opt/a" },
      {},
      {},
      null,
    ],
    ["on any runner with a custom application", { app: "make" }, {}, {}, null],
    ["not on a runner with another tag", { runner_tag: "dmz" }, {}, {}, { code: "no_tag", tag: "dmz" }],
    ["on a runner that has its tag and others", { runner_tag: "dmz" }, {}, { tags: ["gpu", "dmz"] }, null],
    [
      "not without a tag on a runner that takes tagged work only",
      {},
      {},
      { tags: ["dmz"], tagged_only: true },
      { code: "tagged_only" },
    ],
    [
      "with its tag on a runner that takes tagged work only",
      { runner_tag: "dmz" },
      {},
      { tags: ["dmz"], tagged_only: true },
      null,
    ],
    ["without a tag on a tagged runner that takes any work", {}, {}, { tags: ["dmz"] }, null],
    ["on a runner that serves its project", {}, {}, { project_ids: [2, 1] }, null],
    ["not on one that serves other projects", {}, {}, { project_ids: [2] }, { code: "not_served" }],
    ["not on one whose projects are all deleted", {}, {}, { project_ids: [] }, { code: "not_served" }],
    [
      "not on a runner without support for its state",
      { state: "1 default" },
      {},
      {},
      { code: "no_capability", capability: "state" },
    ],
    [
      "not on a runner that would take a vault's script for its password",
      { state: "1 default", vault_script: true },
      {},
      { capabilities: ["state"] },
      { code: "no_capability", capability: "vault_script" },
    ],
    ["on a runner with support for its state", { state: "1 default" }, {}, { capabilities: ["state"] }, null],
    ["not with its own variables on an old runner", DATA, {}, { protocol: 1 }, { code: "runner_outdated" }],
    ["with its own variables on a newer runner", DATA, {}, {}, null],
    ["without its own variables on an old runner", {}, {}, { protocol: 1 }, null],
    ["not on a draining runner", {}, {}, { draining: true }, { code: "runners_draining" }],
  ])("%s", (_, changedTask, changedQueue, changedRunner, expected) => {
    expect(
      blockedBy({ ...task, ...changedTask }, { ...idle, ...changedQueue }, { ...runner, ...changedRunner }),
    ).toEqual(expected);
  });
});

describe("why a task waits", () => {
  const full = { ...runner, limit: 1, running: 1 };
  const bare = { ...runner, tools: {} };
  test.each<[string, RunnerState[], object | null]>([
    ["no runner", [], { code: "no_runner" }],
    ["only an offline runner", [{ ...runner, connected: false }], { code: "no_runner" }],
    [
      "the runner with the fewest obstacles determines the reason",
      [bare, full, { ...runner, active: false }],
      { code: "runners_full" },
    ],
    ["no runner with the tool", [bare, bare], { code: "no_tool", tool: "bash" }],
    ["a free runner", [bare, runner], null],
    [
      "a draining runner is preferred to one without the tool",
      [bare, { ...runner, draining: true }],
      { code: "runners_draining" },
    ],
    ["a full runner is preferred to a draining one", [{ ...runner, draining: true }, full], { code: "runners_full" }],
    [
      "a runner for tagged work is preferred to one for other projects",
      [
        { ...runner, project_ids: [] },
        { ...runner, tagged_only: true },
      ],
      { code: "tagged_only" },
    ],
  ])("%s", (_, runners, expected) => {
    expect(explainWaiting(task, idle, runners)).toEqual(expected);
  });
});
