import { describe, expect, test } from "vitest";
import type { NodeReason, NodeStatus } from "@/lib/protocol/workflow";
import { keptOf } from "@/lib/workflow/rules/resume";
import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from "@/lib/workflow/schema";
import { Random } from "../../chaos/random";
import { approval, chain, edge, runs } from "../../support/workflow";

type Ends = Map<string, { status: NodeStatus; reason: NodeReason | null }>;

const states = (all: Record<string, NodeStatus>, reasons: Record<string, NodeReason> = {}): Ends =>
  new Map(Object.entries(all).map(([key, status]) => [key, { status, reason: reasons[key] ?? null }]));
const kept = (graph: WorkflowGraph, was: Ends, from: "failed" | string[], asking: string[] = []) =>
  [...keptOf(graph, was, { from, done: [], skip: [] }, new Set(asking)).nodes].sort();
const graphOf = (nodes: WorkflowNode[], edges: WorkflowEdge[] = []): WorkflowGraph => ({ nodes, edges });

describe("an approval of a run that is resumed from chosen nodes", () => {
  const shop = graphOf(
    [approval("ask"), runs("prep", 1), runs("ship", 1), runs("tell", 1), runs("aside", 1)],
    [...chain("ask", "prep", "ship"), edge("ask", "tell")],
  );
  const good = states({ ask: "success", prep: "success", ship: "success", tell: "success", aside: "success" });

  test("is asked again if it leads to one of them, and all that it leads to runs again", () => {
    expect(kept(shop, good, ["ship"])).toEqual(["aside"]);
    expect(kept(shop, good, ["tell"])).toEqual(["aside"]);
  });

  test("stays given if it leads to none of them", () => {
    expect(kept(shop, good, ["aside"])).toEqual(["ask", "prep", "ship", "tell"]);
  });

  test("counts in a workflow inside as well", () => {
    const outer = graphOf([runs("inner", 1), runs("prep", 1), runs("ship", 1)], chain("inner", "prep", "ship"));
    const was = states({ inner: "success", prep: "success", ship: "success" });
    expect(kept(outer, was, ["ship"], ["inner"])).toEqual([]);
    expect(kept(outer, was, ["ship"])).toEqual(["inner", "prep"]);
  });

  test("is asked again for what failed or was stopped behind it, or has yet to run", () => {
    const broken = states({ ask: "success", prep: "failed", ship: "skipped", tell: "success", aside: "success" });
    expect(kept(shop, broken, ["aside"])).toEqual([]);
    const skipped = { ask: "success", prep: "success", ship: "skipped", tell: "success", aside: "success" } as const;
    expect(kept(shop, states(skipped, { ship: { code: "stopped" } }), ["aside"])).toEqual([]);
    const byEdge: NodeReason = { code: "edge", from: "prep", on: "failure", was: "success" };
    expect(kept(shop, states(skipped, { ship: byEdge }), ["aside"])).toEqual(["ask", "prep", "tell"]);
  });

  test("in each item of a matrix is asked again, of those that succeeded as well", () => {
    const matrix = { items: { value: [1, 2] } };
    const outer = graphOf(
      [runs("inner", 1, { matrix }), runs("ship", 1), runs("aside", 1, { matrix })],
      chain("inner", "ship"),
    );
    const was = states({ inner: "failed", ship: "skipped", aside: "success" });
    const wanted = { from: ["aside"], done: [], skip: [] };
    expect(keptOf(outer, was, wanted, new Set(["inner"])).items).toEqual(new Set());
    expect(keptOf(outer, was, { ...wanted, from: "failed" }, new Set()).items).toEqual(new Set(["inner", "aside"]));
  });

  test("is asked again before what follows a node that was marked as done", () => {
    const both = graphOf(
      [approval("ask"), runs("aside", 1), runs("ship", 1), runs("z", 1)],
      [edge("ask", "ship"), edge("aside", "ship")],
    );
    const was = states({ ask: "success", aside: "failed", ship: "success", z: "success" });
    expect([...keptOf(both, was, { from: ["z"], done: ["aside"], skip: [] }).nodes]).toEqual([]);
    expect([...keptOf(both, was, { from: ["z"], done: ["aside", "ask"], skip: [] }).nodes]).toEqual([]);
    const marked = keptOf(shop, good, { from: ["aside"], done: ["tell"], skip: [] });
    expect([...marked.nodes]).toEqual(["ask", "prep", "ship"]);
  });

  test("that leads to clean-up only stays given: that does not wait for a decision", () => {
    const cleaning = graphOf([approval("ask"), runs("clean", 1, { final: true })]);
    expect(kept(cleaning, states({ ask: "success", clean: "success" }), ["clean"])).toEqual(["ask"]);
  });
});

/** As docs/workflows.md says it: is there a path of edges from one to the other? */
const leadsTo = ({ edges }: WorkflowGraph, from: string, to: string): boolean =>
  edges.some((one) => one.from === from && (one.to === to || leadsTo({ nodes: [], edges }, one.to, to)));

test("in random runs nothing runs again behind an approval that stays given, and nothing kept follows what runs again", () => {
  const random = new Random(16);
  let approvals = 0;
  for (let round = 0; round < 300; round++) {
    const keys = Array.from({ length: random.between(2, 9) }, (_, n) => `n${n}`);
    const nodes = keys.map((key) => (random.chance(1 / 3) ? approval(key) : runs(key, 1)));
    const edges = keys.flatMap((to, at) =>
      keys.slice(0, at).flatMap((from) => (random.chance(1 / 4) ? [edge(from, to)] : [])),
    );
    const graph = graphOf(nodes, edges);
    const was = states(Object.fromEntries(keys.map((key) => [key, random.chance(1 / 6) ? "failed" : "success"])));
    const chosen = [random.pick(keys)];
    const stays = new Set(kept(graph, was, chosen));
    const again = keys.filter((key) => !stays.has(key));
    expect(again).toContain(chosen[0]);
    for (const { key, kind } of nodes.filter((one) => stays.has(one.key))) {
      expect(again.filter((other) => leadsTo(graph, other, key))).toEqual([]);
      if (kind !== "approval") continue;
      approvals++;
      expect(again.filter((other) => leadsTo(graph, key, other))).toEqual([]);
    }
  }
  expect(approvals).toBeGreaterThan(50);
});
