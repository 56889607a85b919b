import { describe, expect, test } from "vitest";
import type { NodeStatus } from "@/lib/protocol/workflow";
import { decide, type Hold, type Stopping } from "@/lib/workflow/rules/decide";
import type { WorkflowEdge, WorkflowNode } from "@/lib/workflow/schema";
import { approval, chain, edge, runs } from "../support/workflow";

const node = (key: string, changes: object = {}) => runs(key, 1, changes);
const always: Hold = () => true;

type Given = { edges?: WorkflowEdge[]; states?: Record<string, NodeStatus>; hold?: Hold; stopping?: Stopping };

function decided(nodes: WorkflowNode[], { edges = [], states = {}, hold = always, stopping = null }: Given = {}) {
  const all = new Map(nodes.map(({ key }) => [key, states[key] ?? "pending"]));
  const { start, end, result } = decide({ nodes, edges }, all, hold, stopping);
  const ends = Object.fromEntries(end.map(({ key, status, reason }) => [key, [status, reason]]));
  return { start: start.map(({ key }) => key), end: ends, result };
}

describe("a node starts", () => {
  test("at once if no edge leads to it, whatever its join is", () => {
    const nodes = [node("a"), node("b", { join: "any" }), node("c")];
    expect(decided(nodes, { edges: [edge("a", "c")] })).toEqual({ start: ["a", "b"], end: {}, result: null });
  });

  test.each<[WorkflowEdge["on"], NodeStatus, boolean]>([
    ["success", "success", true],
    ["success", "failed", false],
    ["success", "stopped", false],
    ["success", "skipped", false],
    ["failure", "success", false],
    ["failure", "failed", true],
    ["failure", "stopped", true],
    ["failure", "skipped", false],
    ["always", "success", true],
    ["always", "failed", true],
    ["always", "stopped", true],
    ["always", "skipped", false],
  ])("on %s of a node that is %s: %s", (on, was, starts) => {
    const { start, end } = decided([node("a"), node("b")], { edges: [edge("a", "b", { on })], states: { a: was } });
    expect(start).toEqual(starts ? ["b"] : []);
    expect(end).toEqual(starts ? {} : { b: ["skipped", { code: "edge", from: "a", on, was }] });
  });

  test("after a failure that is to count as success as after a success", () => {
    const nodes = [node("a", { continue_on_failure: true }), node("b"), node("c")];
    const edges = [edge("a", "b"), edge("a", "c", { on: "failure" })];
    const { start, end, result } = decided(nodes, { edges, states: { a: "failed" } });
    expect(start).toEqual(["b"]);
    expect(Object.keys(end)).toEqual(["c"]);
    expect(result).toBeNull();
  });

  test("when all of its edges hold, and is skipped as soon as one does not", () => {
    const nodes = [node("a"), node("b"), node("c")];
    const edges = [edge("a", "c"), edge("b", "c")];
    expect(decided(nodes, { edges, states: { a: "success", b: "running" } }).start).toEqual([]);
    expect(decided(nodes, { edges, states: { a: "success", b: "success" } }).start).toEqual(["c"]);
    const { end } = decided(nodes, { edges, states: { a: "running", b: "failed" } });
    expect(end).toEqual({ c: ["skipped", { code: "edge", from: "b", on: "success", was: "failed" }] });
  });

  test("as soon as any of its edges holds, and is skipped when none does", () => {
    const nodes = [node("a"), node("b"), node("c", { join: "any" })];
    const edges = [edge("a", "c"), edge("b", "c")];
    expect(decided(nodes, { edges, states: { a: "failed", b: "running" } })).toMatchObject({ start: [], end: {} });
    expect(decided(nodes, { edges, states: { a: "running", b: "success" } }).start).toEqual(["c"]);
    const { end } = decided(nodes, { edges, states: { a: "failed", b: "failed" } });
    expect(end).toEqual({ c: ["skipped", { code: "edge", from: "a", on: "success", was: "failed" }] });
  });

  test("if its condition is true; else it is skipped, and fails if the condition cannot be evaluated", () => {
    const nodes = [node("a"), node("yes"), node("no"), node("broken")];
    const edges = ["yes", "no", "broken"].map((key) => edge("a", key, { condition: key }));
    const hold: Hold = ({ condition }) => (condition === "broken" ? { problem: "no such key" } : condition === "yes");
    const { start, end } = decided(nodes, { edges, states: { a: "success" }, hold });
    expect(start).toEqual(["yes"]);
    expect(end).toEqual({
      no: ["skipped", { code: "condition", from: "a", condition: "no" }],
      broken: ["failed", { code: "expression", field: "edges.a.condition", message: "no such key" }],
    });
  });

  test("as clean-up, when everything else has ended, however it ended", () => {
    const nodes = [node("a"), node("b"), node("clean", { final: true })];
    const edges = [edge("a", "b")];
    expect(decided(nodes, { edges, states: { a: "running" } }).start).toEqual([]);
    expect(decided(nodes, { edges, states: { a: "failed" } }).start).toEqual(["clean"]);
  });
});

test("what only a skipped node leads to is skipped as well, each with its own reason", () => {
  const nodes = ["a", "b", "c", "d"].map((key) => node(key));
  const { end, result } = decided(nodes, { edges: chain("a", "b", "c", "d"), states: { a: "failed" } });
  expect(end).toEqual({
    b: ["skipped", { code: "edge", from: "a", on: "success", was: "failed" }],
    c: ["skipped", { code: "edge", from: "b", on: "success", was: "skipped" }],
    d: ["skipped", { code: "edge", from: "c", on: "success", was: "skipped" }],
  });
  expect(result).toBe("error");
});

describe("a run that was asked to stop", () => {
  const nodes = [node("a"), approval("ask"), node("b"), node("clean", { final: true })];
  const edges = chain("a", "b");
  const stopped = { code: "stopped" };

  test("skips what has not started, ends what waits, and cleans up when the rest has ended", () => {
    const stopping = decided(nodes, { edges, states: { a: "running", ask: "waiting" }, stopping: "stop" });
    expect(stopping).toEqual({ start: [], end: { ask: ["stopped", stopped], b: ["skipped", stopped] }, result: null });
    const states = { a: "stopped", ask: "stopped", b: "skipped" } as const;
    expect(decided(nodes, { edges, states, stopping: "stop" }).start).toEqual(["clean"]);
    expect(decided(nodes, { edges, states: { ...states, clean: "success" }, stopping: "stop" }).result).toBe("stopped");
  });

  test("starts nothing at all if it was forced", () => {
    const { start, end, result } = decided(nodes, { edges, states: { a: "stopped" }, stopping: "kill" });
    expect(start).toEqual([]);
    expect(end.clean).toEqual(["skipped", stopped]);
    expect(result).toBe("stopped");
  });
});

describe("a run is over when all of its nodes are", () => {
  const nodes = [node("a"), node("undo"), node("may_fail", { continue_on_failure: true })];
  const edges = [edge("a", "undo", { on: "failure" })];
  test.each<[string, NodeStatus, NodeStatus, NodeStatus, string]>([
    ["a success if none failed", "success", "skipped", "success", "success"],
    ["a success if what failed may fail", "success", "skipped", "failed", "success"],
    ["an error if one failed, even if a roll-back succeeded", "failed", "success", "success", "error"],
    ["an error if one was stopped by itself", "stopped", "success", "success", "error"],
  ])("%s", (_, a, undo, may_fail, result) => {
    expect(decided(nodes, { edges, states: { a, undo, may_fail } }).result).toBe(result);
  });

  test("a workflow without nodes succeeds", () => {
    expect(decided([])).toEqual({ start: [], end: {}, result: "success" });
  });
});
