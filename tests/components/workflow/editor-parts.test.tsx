import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { EditorProvider, knownIn } from "@/components/workflow/editor/editor-context";
import { type EditorAction, NOTHING, type Selection } from "@/components/workflow/editor/model/editor-state";
import { liveProblems } from "@/components/workflow/editor/model/live-problems";
import { Outline } from "@/components/workflow/editor/outline/outline";
import { NodePanel } from "@/components/workflow/editor/panel/node-panel";
import { SidePanel } from "@/components/workflow/editor/panel/side-panel";
import { ProblemList } from "@/components/workflow/editor/problem-list";
import { TextEditor } from "@/components/workflow/editor/text-editor";
import { WorkflowGraph } from "@/lib/workflow/schema";
import messages from "@/messages/en.json";

const variable = (name: string, type: "" | "secret" | "enum", title = name) => ({
  name,
  title,
  type,
  required: false,
  description: "",
  values: type === "enum" ? [{ name: "Europe", value: "eu" }] : null,
});

const ALONE = { autorun: false, build_template_id: null };
const BUILD = { id: 1, name: "Build", app: "bash", type: "build", survey_vars: null, ...ALONE };
const DEPLOY = {
  id: 2,
  name: "Deploy",
  app: "ansible",
  type: "",
  ...ALONE,
  survey_vars: [variable("region", "enum", "Region"), variable("token", "secret", "Token"), variable("note", "")],
};
const PLAN = { id: 3, name: "Plan", app: "terraform", type: "", survey_vars: null, ...ALONE };

const RESOURCES = {
  templates: [BUILD, DEPLOY, PLAN],
  inventories: [{ id: 7, name: "Production hosts", type: "static" }],
  environments: [],
  members: [{ id: 9, name: "Ann" }],
};
const KNOWN = knownIn(RESOURCES);
const TEMPLATES = KNOWN.templates;

const GRAPH = WorkflowGraph.parse({
  nodes: [
    {
      kind: "template",
      key: "deploy",
      name: "Deploy to all",
      template_id: 2,
      join: "any",
      answers: { region: { value: "eu" }, token: { secret: "inputs.token" } },
      options: { inventory_id: { value: 7 }, dry_run: { value: true } },
    },
    { kind: "template", key: "build", template_id: 1 },
    {
      kind: "approval",
      key: "ask",
      name: "Ready?",
      text: "Go?",
      roles: ["owner"],
      user_ids: [9],
      deadline_seconds: 5400,
    },
    { kind: "wait", key: "pause", until: { time: "08:00", zone: "Europe/Berlin" } },
    { kind: "template", key: "tidy", name: "Tidy up", template_id: 1, final: true },
  ],
  edges: [
    { from: "build", to: "ask" },
    { from: "ask", to: "pause" },
    { from: "pause", to: "deploy" },
    { from: "build", to: "deploy", on: "failure", condition: "run.id > 0" },
  ],
});

type Shown = { graph?: WorkflowGraph; selection?: Selection };

function markup(part: ReactNode, { graph = GRAPH, selection = NOTHING }: Shown = {}): string {
  const inputs = [variable("token", "secret")];
  const editor = {
    graph,
    selection,
    resources: RESOURCES,
    templates: TEMPLATES,
    inputs,
    problems: liveProblems(graph, KNOWN, inputs),
    dispatch: (_: EditorAction) => undefined,
    add: () => undefined,
    sides: { isOpen: () => true, toggle: () => undefined },
  };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <EditorProvider value={editor}>{part}</EditorProvider>
    </NextIntlClientProvider>,
  );
}

const nodeOf = (key: string, graph = GRAPH) => {
  const node = graph.nodes.find((one) => one.key === key);
  if (!node) throw new Error(`no node ${key}`);
  return node;
};
const panelOf = (key: string) => markup(<NodePanel node={nodeOf(key)} />);
/** The visible labels of fields, in their order. */
const labelsOf = (html: string): string[] =>
  [...html.matchAll(/<label[^>]*>(.*?)<\/label>/gs)].map(([, text = ""]) => text.replaceAll(/<[^>]*>/g, ""));

describe("the outline", () => {
  const html = markup(<Outline />);

  test("lists nodes in the order in which they run, clean-up last", () => {
    const rows = [...html.matchAll(/data-row="(\w+)"/g)].map(([, key]) => key);
    expect(rows).toEqual(["build", "ask", "pause", "deploy", "tidy"]);
  });

  test("says where each node leads, and when", () => {
    expect(html).toContain("→ Ready? (On success), → Deploy to all (On failure)");
  });

  test("opens a selected node, and names what its buttons act on", () => {
    const open = markup(<Outline />, { selection: { nodes: ["ask"], edges: [] } });
    expect(open).toMatch(/data-row="ask" aria-expanded="true"/);
    expect(open).toMatch(/data-row="build" aria-expanded="false"/);
    expect(open).toContain(">Go?</textarea>");
    expect(open).toContain('aria-label="Delete: Ready?"');
    expect(open).toContain('aria-label="Duplicate: Ready?"');
  });

  test("an empty one says what a workflow is", () => {
    expect(markup(<Outline />, { graph: { nodes: [], edges: [] } })).toContain("A workflow runs several templates");
  });
});

describe("the panel of a node", () => {
  test("a template's survey is asked for by its titles; a secret takes only a secret", () => {
    const html = panelOf("deploy");
    expect(labelsOf(html)).toEqual(
      expect.arrayContaining(["Name", "Key", "Template", "Region", "Token", "note", "Inventory", "Dry run"]),
    );
    expect(html).toContain("Europe");
    expect(html).toMatch(/value="inputs\.token"[^>]*list=|list="[^"]*"[^>]*value="inputs\.token"/);
    expect(optionsOf(html, "Token")).toEqual(["Not set", "Secret"]);
    expect(optionsOf(html, "Region")).toEqual(["Not set", "Value", "Expression"]);
  });

  /** How a value can be given. */
  const optionsOf = (html: string, label: string): string[] => {
    const [, select = ""] =
      html.match(new RegExp(`<select aria-label="${label}: source".*?>(.*?)</select>`, "s")) ?? [];
    return [...select.matchAll(/<option[^>]*>(.*?)<\/option>/g)].map(([, text = ""]) => text);
  };

  test("options name resources", () => {
    expect(panelOf("deploy")).toContain("Production hosts");
  });

  test("several incoming edges have a choice of how many must hold", () => {
    expect(panelOf("deploy")).toContain("any connection holds");
    expect(labelsOf(panelOf("ask"))).not.toContain("Start when");
  });

  test("an approval shows who decides, and until when", () => {
    const html = panelOf("ask");
    expect(labelsOf(html)).toEqual(expect.arrayContaining(["Question", "Who decides", "Members", "Deadline", "Then"]));
    expect(html).toContain("Owner");
    expect(html).toContain("Ann");
    expect(html).toContain('value="1h 30m"');
    expect(html).toContain(`\${{ inputs.version }}`);
  });

  test("a wait until a time of day has a time zone instead of a duration", () => {
    expect(labelsOf(panelOf("pause"))).toEqual(expect.arrayContaining(["Time", "Time zone"]));
    expect(labelsOf(panelOf("pause"))).not.toContain("Wait for");
  });

  test("the edges that leave a node can be edited in it", () => {
    const html = panelOf("build");
    expect(html).toContain('aria-label="build → Ready?"');
    expect(html).toContain('value="run.id &gt; 0"');
    expect(html).toContain('aria-label="Remove → Deploy to all"');
    expect(labelsOf(html)).toContain("Connect to");
  });

  test("clean-up has no edges", () => {
    expect(labelsOf(panelOf("tidy"))).not.toContain("Connect to");
  });

  test("a problem is shown at its field", () => {
    const graph = WorkflowGraph.parse({ nodes: [{ kind: "approval", key: "ask", text: "" }], edges: [] });
    const html = markup(<NodePanel node={nodeOf("ask", graph)} />, { graph });
    expect(html).toMatch(/<textarea[^>]*aria-invalid="true"/);
    expect(html).toContain("Say what is to be decided");
  });
});

describe("beside the drawing", () => {
  test("there is nothing without a selection", () => {
    expect(markup(<SidePanel />)).toBe("");
  });

  test("one node or one edge can be edited", () => {
    expect(markup(<SidePanel />, { selection: { nodes: ["ask"], edges: [] } })).toContain(">Go?</textarea>");
    const edge = markup(<SidePanel />, { selection: { nodes: [], edges: [3] } });
    expect(labelsOf(edge)).toEqual(["When", "Condition"]);
  });

  test("several can only be duplicated or deleted", () => {
    const html = markup(<SidePanel />, { selection: { nodes: ["ask", "pause"], edges: [0] } });
    expect(html).toContain("3 selected");
    expect(html).toContain('aria-label="Duplicate"');
    expect(labelsOf(html)).toEqual([]);
  });
});

describe("the list of problems", () => {
  const list = (graph: WorkflowGraph) => markup(<ProblemList onJump={() => undefined} />, { graph });

  test("says that there are none", () => {
    expect(list(GRAPH)).toContain("No problems");
  });

  test("names the node or the edge of each", () => {
    const broken = {
      nodes: GRAPH.nodes.map((node) => (node.kind === "approval" ? { ...node, text: "" } : node)),
      edges: GRAPH.edges.map((edge) => ({ ...edge, condition: edge.condition && "1 +" })),
    };
    const html = list(broken);
    expect(html).toContain("2 problems");
    expect(html).toMatch(/Ready\?<\/span>.*Say what is to be decided/s);
    expect(html).toMatch(/build → Deploy to all<\/span>.*Character/s);
  });

  test("an empty graph has nothing to say yet", () => {
    expect(list({ nodes: [], edges: [] })).toBe("");
  });
});

test("the text is that of the graph, with the names of templates", () => {
  const html = markup(<TextEditor full={false} typed={null} onType={() => undefined} />);
  expect(html).toContain("template: Deploy");
  expect(html).toContain("on: failure");
  expect(html).not.toContain('role="alert"');
});

test("text that can't be read stays, with what is wrong in it, until the graph changes elsewhere", () => {
  const typed = { text: "nodes:\n  a:\n    template: Nope\n", graph: GRAPH };
  const html = markup(<TextEditor full={false} typed={typed} onType={() => undefined} />);
  expect(html).toContain("template: Nope");
  expect(html).toContain("Line 3, column 5: There is no template called Nope");
  const other = { nodes: GRAPH.nodes.slice(1), edges: [] };
  expect(markup(<TextEditor full={false} typed={typed} onType={() => undefined} />, { graph: other })).not.toContain(
    "Nope",
  );
});
