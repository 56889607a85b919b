import { NextIntlClientProvider } from "next-intl";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { ItemCell } from "@/components/workflow/run/items/item-cell";
import { MatrixHint, NodeUntil } from "@/components/workflow/run/node-facts";
import { Outline } from "@/components/workflow/run/outline";
import { RunProvider } from "@/components/workflow/run/run-context";
import { statesOf } from "@/components/workflow/run/run-state";
import { useDecidersText, useReasonText } from "@/components/workflow/run/use-node-texts";
import { Waits } from "@/components/workflow/run/waits";
import type { NodeReason, NodeState } from "@/lib/task/schema/workflow";
import messages from "@/messages/en.json";
import { GRAPH, later, run, state, task } from "./run";

const shown = (element: ReactElement) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      {element}
    </NextIntlClientProvider>,
  ).replaceAll("&quot;", '"');

type Place = { live?: boolean; memberNames?: ReadonlyMap<number, string> | null };

function inRun(element: ReactElement, nodes: NodeState[], { live = true, memberNames = null }: Place = {}): string {
  const seen = run(nodes);
  const states = statesOf(seen);
  const place = { projectId: 1, taskId: 7, run: seen, states, memberNames, live, chosen: { key: null, item: null } };
  return shown(
    <RunProvider value={{ ...place, choose: () => undefined, refetch: () => undefined }}>{element}</RunProvider>,
  );
}

/** The text alone. */
const textOf = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

type Told = { reason: NodeReason; status?: NodeState["status"]; mayDecide?: boolean };

function Reason({ reason, status = "failed", mayDecide = false }: Told) {
  return useReasonText(GRAPH)({ reason, status, may_decide: mayDecide });
}

function Deciders({ changes = {}, mayDecide = false }: { changes?: object; mayDecide?: boolean }) {
  const text = useDecidersText();
  return GRAPH.nodes
    .filter(({ key }) => key === "ask")
    .map((node) => text({ ...node, ...changes }, { may_decide: mayDecide }));
}

describe("the reason why a node did not run", () => {
  test.each<[NodeReason, string]>([
    [
      { code: "edge", from: "build", on: "success", was: "failed" },
      "Build ended as “Failed”; this node runs “On success”.",
    ],
    [
      { code: "edge", from: "ask", on: "failure", was: "skipped" },
      "Release? ended as “Skipped”; this node runs “On failure”.",
    ],
    [
      { code: "condition", from: "deploy", condition: "inputs.soak" },
      "The condition after Deploy is false: inputs.soak",
    ],
    [
      { code: "expression", field: "answers.region", message: "no such key" },
      "The expression in answers.region failed: no such key",
    ],
    [{ code: "refused", message: "Region is required" }, "The task could not be created: Region is required"],
    [
      { code: "refused", message: "", issues: [{ path: "environment.region", key: "variableRequired" }] },
      "The task could not be created: environment.region: This variable is required",
    ],
    [{ code: "kept", task_id: 12 }, "Kept from task #12."],
    [{ code: "template_missing" }, "The template was deleted."],
    [{ code: "deadline" }, "The deadline passed: rejected automatically."],
    [{ code: "fail_fast" }, "An earlier item failed."],
    [{ code: "nobody_decides" }, "No member may decide this."],
  ])("%j is said in words", (reason, text) => {
    expect(textOf(shown(<Reason reason={reason} />))).toBe(text);
  });

  test("tells that a deadline approved", () => {
    const markup = shown(<Reason reason={{ code: "deadline" }} status="success" />);
    expect(markup).toBe("The deadline passed: approved automatically.");
  });

  test("does not tell those who may decide for the missing that nobody may", () => {
    expect(shown(<Reason reason={{ code: "nobody_decides" }} status="waiting" mayDecide />)).toBe("");
  });

  test("names an unnamed node by its key", () => {
    const reason = { code: "edge", from: "clean", on: "success", was: "stopped" } as const;
    expect(shown(<Reason reason={reason} />)).toContain("clean");
  });
});

describe("who decides", () => {
  test("is the reader, the named roles and members, or anybody", () => {
    expect(inRun(<Deciders mayDecide />, [])).toBe("Waits for your decision");
    expect(inRun(<Deciders />, [])).toBe("Waits for a decision by: Owner");
    expect(inRun(<Deciders changes={{ roles: ["manager", "auditor"], user_ids: [4, 5] }} />, [])).toBe(
      "Waits for a decision by: Manager, auditor, named members",
    );
    expect(inRun(<Deciders changes={{ roles: [] }} />, [])).toBe("Waits for a decision");
  });

  test("names the members once they are loaded, without those who left the project", () => {
    const memberNames = new Map([[4, "Ada"]]);
    const named = (changes: object) => inRun(<Deciders changes={changes} />, [], { memberNames });
    expect(named({ user_ids: [4, 5] })).toBe("Waits for a decision by: Owner, Ada");
    expect(named({ roles: [], user_ids: [5] })).toBe("Waits for a decision");
  });
});

describe("what a run waits for", () => {
  const waiting = [
    state("ask", { status: "waiting", may_decide: true }),
    state("build", { status: "running", task: task(3, "waiting", null) }),
    state("undo", { status: "running", task: task(4, "waiting_confirmation", 1) }),
    state("soak", { status: "waiting", until: later(60) }),
  ];

  test("is said with its node, what the reader can do first, and no more than three", () => {
    const text = textOf(inRun(<Waits />, waiting));
    expect(text.indexOf("Release?")).toBeLessThan(text.indexOf("Build"));
    expect(text).toContain("Release? Waits for your decision");
    expect(text).toContain("Build waiting for a runner");
    expect(text).toContain("1 more");
  });

  test("is decided there, on a narrow screen", () => {
    const decide = /<fieldset[^>]*aria-label="Release\?"[^>]*md:hidden/;
    expect(inRun(<Waits />, waiting)).toMatch(decide);
    expect(inRun(<Waits />, [state("ask", { status: "waiting" })])).not.toMatch(decide);
  });

  test("is what the task of the node waits for", () => {
    const waiting_for = { code: "template_busy" as const, held_by: [2] };
    const build = state("build", { status: "running", task: { ...task(3, "waiting", null), waiting_for } });
    expect(textOf(inRun(<Waits />, [build]))).toBe("Build waiting for #2 of the same template");
  });

  test("is nothing once the run has ended", () => {
    expect(inRun(<Waits />, waiting, { live: false })).toBe("");
    expect(inRun(<Waits />, [state("build", { status: "success" })])).toBe("");
  });

  test("tells the outcome of a deadline, a wait's end, and the next try", () => {
    const until = later(60);
    const asked = <NodeUntil state={state("ask", { status: "waiting", until })} onDeadline="approve" />;
    expect(textOf(shown(asked))).toMatch(/^Approved automatically:/);
    expect(textOf(shown(<NodeUntil state={state("soak", { status: "waiting", until })} />))).toMatch(
      /^Waits until \d\d:\d\d \(.+\)$|^Waits until .+ \d\d:\d\d$/,
    );
    expect(textOf(shown(<NodeUntil state={state("build", { status: "running", until })} />))).toMatch(/^Next try:/);
    expect(shown(<NodeUntil state={state("build")} />)).toBe("");
  });
});

describe("the list", () => {
  test("has a button for each node in order, with status, progress and reason", () => {
    const reason = { code: "edge", from: "deploy", on: "failure", was: "running" } as const;
    const items = { pending: 600, running: 10, succeeded: 385, failed: 5 };
    const markup = inRun(<Outline />, [
      state("build", { status: "success", start: later(0), end: later(75), task: task(1, "success", 1, 75) }),
      state("deploy", { status: "running", start: later(80), items }),
      state("undo", { status: "skipped", reason }),
    ]);
    const rows = [...markup.matchAll(/<button.*?<\/button>/g)].map(([row]) => textOf(row));
    expect(rows).toHaveLength(GRAPH.nodes.length);
    expect(rows[0]).toBe("Build Success 1:15");
    expect(rows[2]).toContain("Running 390 of 1000");
    expect(rows[4]).toContain("this node runs “On failure”");
    expect(rows[5]).toBe("clean Pending");
  });

  test("tells what an approval asks, who decided, and the note", () => {
    const decided = state("ask", { status: "success", text: "Release 1.4?", decided_by: "Ada", note: "Go" });
    const row = textOf(inRun(<Outline />, [decided])).match(/Release\? .*? Deploy/)?.[0];
    expect(row).toBe("Release? Success Release 1.4? Approved by Ada Go Deploy");
  });
});

test("a matrix whose template allows no parallel tasks says why it runs one item at a time", () => {
  const node = (key: string) => GRAPH.nodes.find((one) => one.key === key) ?? GRAPH.nodes[0];
  const hint = (key: string, status: NodeState["status"], allow_parallel_tasks: boolean, parallel = 0) => {
    const found = node(key);
    if (found?.kind !== "template") throw new Error("no template");
    const changed = { ...found, matrix: found.matrix && { ...found.matrix, parallel } };
    const template = { id: 2, name: "Deploy", app: "bash", allow_parallel_tasks };
    return textOf(shown(<MatrixHint node={changed} state={state(key, { status })} template={template} />));
  };
  expect(hint("deploy", "running", false)).toBe("One item at a time: the template does not allow parallel tasks.");
  expect(hint("deploy", "running", false, 3)).not.toBe("");
  for (const silent of [
    hint("deploy", "running", true),
    hint("deploy", "running", false, 1),
    hint("deploy", "success", false),
    hint("build", "running", false),
  ])
    expect(silent).toBe("");
});

test("the name of a matrix item is all that its cell shows, and its state", () => {
  const item = { number: 0, value: "eu", status: "success" as const, tries: 1, until: null, task: null };
  const cell = { id: "grid", number: 0, total: 2, pointed: false, chosen: false, statusText: () => "Success" };
  const markup = shown(<ItemCell {...cell} item={item} />);
  expect(textOf(markup)).toBe("1 eu Success");
  expect(markup).not.toContain("aria-label");
});
