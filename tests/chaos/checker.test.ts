import { describe, expect, test } from "vitest";
import { check, type Evidence, type TaskEvidence } from "./checker";

const LINES = ["canary a 1 1 10.1 ×", "canary a 2 33 10.2 ×"];
const run = { start: 10, end: 11, mark: "m" };

const good: TaskEvidence = {
  id: 1,
  name: "a",
  lock: "a",
  status: "success",
  reason: null,
  exit_code: 0,
  log: ["Preparing task 1", ...LINES],
  beside: { lines: LINES, runs: [run] },
  changes: (["waiting", "starting", "running", "success"] as const).map((status) => ({
    task_id: 1,
    status,
    holds_slot: status === "starting" || status === "running",
    runner_id: 1,
    at: 12,
  })),
};
const killed: Partial<TaskEvidence> = {
  status: "error",
  reason: "runner_restarted",
  exit_code: null,
  log: [LINES[0] ?? "", "signalbox: the runner was restarted; the log ends here"],
  beside: { lines: LINES, runs: [{ ...run, end: null }] },
  changes: [],
};

const evidence = (tasks: TaskEvidence[], changes: Partial<Evidence> = {}): Evidence => ({
  tasks,
  changes: [],
  caps: { project: 1, runner: 1 },
  complaints: [],
  promises: [],
  leaks: [],
  leftovers: [],
  ...changes,
});
const violated = (tasks: TaskEvidence[], changes: Partial<Evidence> = {}) => [
  ...new Set(check(evidence(tasks, changes)).map(({ invariant }) => invariant)),
];
const holding = (task_id: number, runner_id: number) => ({
  task_id,
  runner_id,
  status: "running" as const,
  holds_slot: true,
  at: 9,
});

describe("the checker", () => {
  test("accepts a success and a killed runner's task", () => {
    const other = { ...good, ...killed, id: 2, lock: "b" };
    const all = { promises: [{ name: "a", id: 1 }], caps: { project: 2, runner: 1 } };
    expect(violated([good, other], all)).toEqual([]);
  });

  test.each<[string, string, Partial<TaskEvidence>]>([
    ["I1", "a second run", { beside: { ...good.beside, runs: [run, run] } }],
    ["I2", "an unfinished task", { status: "running", changes: [] }],
    ["I3", "a final status that changes", { changes: [{ ...good.changes[0], status: "error" } as never] }],
    ["I4", "a missing last line", { log: LINES.slice(0, 1) }],
    ["I4", "a gap", { log: LINES.slice(1) }],
    ["I4", "a repetition", { log: [...LINES, ...LINES.slice(1)] }],
    ["I4", "another text", { log: [LINES[0] ?? "", "canary a 2 33 10.3 ×"] }],
    ["I4", "a killed task without a marker", { ...killed, log: LINES }],
    ["I4", "two markers", { ...killed, log: [...(killed.log ?? []), ...(killed.log ?? []).slice(1)] }],
    ["I4", "lines missing without a reason", { ...killed, reason: "exit_code", log: [] }],
    ["I6", "a run that outlasts the task", { beside: { ...good.beside, runs: [{ ...run, end: 14 }] } }],
    ["I5", "a success with another exit code", { exit_code: 1 }],
    ["I5", "a success without an end", { beside: { ...good.beside, runs: [{ ...run, end: null }] } }],
  ])("%s: detects %s", (invariant, _, changes) => {
    expect(violated([{ ...good, ...changes }])).toContain(invariant);
  });

  test.each<[string, string, Partial<Evidence>]>([
    ["I1", "a complaint", { complaints: ["a found its lock held"] }],
    ["I6", "a remaining process", { leftovers: ["sleep"] }],
    ["I7", "too many slots", { changes: [holding(1, 1), holding(2, 2)] }],
    ["I9", "a leak", { leaks: ["log_chunks"] }],
    ["I10", "a missing task", { promises: [{ name: "b", id: 9 }] }],
  ])("%s: detects %s", (invariant, _, changes) => {
    expect(violated([good], changes)).toEqual([invariant]);
  });

  test("I1 and I7: detects overlapping tasks with one lock", () => {
    expect(violated([good, { ...good, id: 2 }])).toEqual(["I1", "I7"]);
  });
});
