import { describe, expect, test } from "vitest";
import {
  edgeState,
  openNodes,
  progressOf,
  questionOf,
  shownStatus,
  statesOf,
  triesOf,
  waitingNodes,
  withInnerDecisions,
  withSame,
} from "@/components/workflow/run/run-state";
import { lengthOf, spansOf, ticksOf, wholeSpan } from "@/components/workflow/run/spans";
import type { NodeState } from "@/lib/task/schema/workflow";
import { GRAPH, later, run, state, task } from "./run";

const edges = (...nodes: NodeState[]) => {
  const states = statesOf(run(nodes));
  return Object.fromEntries(
    GRAPH.edges.map((edge) => [`${edge.from} ${edge.to}`, edgeState(edge, { graph: GRAPH, states })]),
  );
};

describe("a node", () => {
  test("shows the status of its task while that runs", () => {
    expect(shownStatus(state("build", { status: "running", task: task(1, "waiting", null) }), "template")).toBe(
      "waiting",
    );
    expect(shownStatus(state("build", { status: "running", task: task(1, "starting", 0) }), "template")).toBe(
      "starting",
    );
    expect(shownStatus(state("build", { status: "success", task: task(1, "success", 0, 1) }), "template")).toBe(
      "success",
    );
  });

  test("waits while its failed task is to be tried again", () => {
    const again = { status: "running", until: later(60), task: task(1, "error", 0, 5) } as const;
    expect(shownStatus(state("build", again), "template")).toBe("waiting");
  });

  test("asks for a decision only if a person can give it, otherwise it waits", () => {
    expect(shownStatus(state("ask", { status: "waiting" }), "approval")).toBe("waiting_confirmation");
    expect(shownStatus(state("soak", { status: "waiting" }), "wait")).toBe("waiting");
  });

  test("asks what its values made of the text, and shows no expression instead", () => {
    const ask = (text: string, shown = "") =>
      GRAPH.nodes.flatMap((node) =>
        node.kind === "approval" ? questionOf({ ...node, text }, state("ask", { text: shown })) : [],
      );
    expect(ask("Release ${{ inputs.version }}?", "Release 1.4?")).toEqual(["Release 1.4?"]);
    expect(ask("Release ${{ inputs.version }}?")).toEqual([""]);
    expect(ask("Release it?")).toEqual(["Release it?"]);
  });

  test("has progress only with several items", () => {
    const items = { pending: 600, running: 20, succeeded: 370, failed: 10 };
    expect(progressOf(state("deploy", { items }))).toEqual({ done: 380, failed: 10, running: 20, total: 1000 });
    expect(
      progressOf(state("build", { items: { ...items, pending: 0, running: 0, succeeded: 1, failed: 0 } })),
    ).toBeNull();
  });
});

describe("an edge", () => {
  test("is open until its source has ended", () => {
    expect(edges(state("build", { status: "running" }))["build ask"]).toBe("open");
  });

  test("is taken when its source ended as it wants", () => {
    const taken = edges(
      state("build", { status: "success" }),
      state("ask", { status: "success" }),
      state("deploy", { status: "failed" }),
    );
    expect(taken).toMatchObject({
      "build ask": "held",
      "ask deploy": "held",
      "deploy undo": "held",
      "deploy soak": "refused",
    });
  });

  test("is not taken when its condition was false, or after a node that did not run", () => {
    const reason = { code: "condition", from: "deploy", condition: "inputs.soak" } as const;
    const refused = edges(
      state("ask", { status: "skipped" }),
      state("deploy", { status: "success" }),
      state("soak", { status: "skipped", reason }),
    );
    expect(refused).toMatchObject({ "ask deploy": "refused", "deploy soak": "refused" });
  });

  test.each(["failed", "stopped"] as const)("takes a forgiven end as %s for a success", (status) => {
    const nodes = GRAPH.nodes.map((node) => (node.key === "deploy" ? { ...node, continue_on_failure: true } : node));
    const graph = { ...GRAPH, nodes: nodes as typeof GRAPH.nodes };
    const states = statesOf(run([state("deploy", { status })]));
    const taken = graph.edges.filter(({ from }) => from === "deploy").map((edge) => edgeState(edge, { graph, states }));
    expect(taken).toEqual(["held", "refused"]);
  });
});

test("an unchanged node keeps its object, so that it is not drawn again", () => {
  const before = run([state("build", { status: "running" })]);
  const now = structuredClone(run([state("build", { status: "success" })]));
  const merged = withSame(before, now);
  expect(merged.graph).toBe(before.graph);
  expect(merged.nodes.map((node, index) => node === before.nodes[index])).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(merged.nodes[0]?.status).toBe("success");
});

test("the tries of an item are its tasks, the first one first", () => {
  const child = (id: number, node_key: string, node_item: number) => ({ id, node_key, node_item });
  const children = [child(9, "deploy", 1), child(8, "deploy", 0), child(7, "build", 0), child(6, "deploy", 1)];
  expect(triesOf(children, "deploy", 1).map(({ id }) => id)).toEqual([6, 9]);
});

test("a run inside the run that waits for the reader's decision shows that, and others run", () => {
  const nodes = [
    state("build", { status: "running", task: task(8, "running", 1) }),
    state("deploy", { status: "running", task: task(9, "running", 1) }),
  ];
  const seen = run(nodes);
  const shown = statesOf(withInnerDecisions(seen, [{ task_id: 8 }, { task_id: 7 }]));
  expect(shownStatus(shown.get("build"), "template")).toBe("waiting_confirmation");
  expect(shown.get("deploy")).toBe(seen.nodes.find(({ key }) => key === "deploy"));
  expect(withInnerDecisions(seen, [{ task_id: 7 }])).toBe(seen);
});

test("what waits for the reader comes first", () => {
  const waiting = waitingNodes([
    state("soak", { status: "waiting", until: later(9) }),
    state("build", { status: "running", task: task(1, "waiting", null) }),
    state("undo", { status: "running", task: task(2, "running", 1) }),
    state("ask", { status: "waiting", may_decide: true }),
  ]);
  expect(waiting.map(({ key }) => key)).toEqual(["ask", "soak", "build"]);
});

test("nodes are open that have begun and not succeeded", () => {
  const { nodes } = run([
    state("build", { status: "success" }),
    state("ask", { status: "waiting" }),
    state("deploy", { status: "failed" }),
    state("undo", { status: "running" }),
  ]);
  expect(openNodes(nodes).map(({ key }) => key)).toEqual(["ask", "deploy", "undo"]);
  expect(openNodes([state("build", { status: "success" }), state("soak", { status: "skipped" })])).toEqual([]);
});

describe("the timeline", () => {
  const now = Date.parse(later(100));
  const seconds = (node: NodeState, kind: string) => {
    const { waited, worked } = spansOf(node, kind, now);
    return [lengthOf(waited) / 1_000, lengthOf(worked) / 1_000];
  };

  test("keeps waiting for a runner apart from running", () => {
    const ended = { start: later(0), end: later(50), status: "success", task: task(1, "success", 20, 50) } as const;
    expect(seconds(state("build", ended), "template")).toEqual([20, 30]);
    const queued = { start: later(40), status: "running", task: task(1, "waiting", null) } as const;
    expect(seconds(state("build", queued), "template")).toEqual([60, 0]);
  });

  test("counts approvals and waits as waiting, and a matrix as running", () => {
    expect(seconds(state("ask", { start: later(90), status: "waiting" }), "approval")).toEqual([10, 0]);
    expect(seconds(state("deploy", { start: later(90), status: "running" }), "template")).toEqual([0, 10]);
    expect(seconds(state("undo", { start: later(1), status: "skipped" }), "template")).toEqual([0, 0]);
  });

  test("spans all nodes, with at most seven ticks", () => {
    const nodes = [
      state("build", { start: later(5), end: later(8), status: "success" }),
      state("ask", { start: later(8), status: "waiting" }),
    ];
    expect(wholeSpan(nodes, now)).toEqual({ from: Date.parse(later(5)), to: now });
    expect(wholeSpan([state("ask")], now)).toBeNull();
    for (const length of [1_000, 95_000, 3_600_000, 40_000_000, 900_000_000]) {
      expect(ticksOf(length).length, String(length)).toBeLessThanOrEqual(7);
      expect(ticksOf(length)[0]).toBe(0);
      // A label at the very end would be cut off.
      expect(ticksOf(length).at(-1)).toBeLessThan(length);
    }
  });
});
