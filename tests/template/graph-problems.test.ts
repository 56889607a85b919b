import { describe, expect, it } from "vitest";
import { graphProblems, type KnownTemplate } from "@/lib/template/rules/graph-problems";
import { WorkflowGraph } from "@/lib/workflow/schema";

const variable = (name: string, type: "" | "int" | "secret", required = false) => ({
  name,
  title: name,
  required,
  type,
  description: "",
  values: null,
});

const ALONE = { autorun: false, build_template_id: null };
const TEMPLATES: ReadonlyMap<number, KnownTemplate> = new Map(
  [
    {
      id: 1,
      name: "Build",
      app: "bash",
      type: "build",
      ...ALONE,
      survey_vars: [variable("count", "int"), variable("token", "secret")],
    },
    { id: 2, name: "Deploy", app: "ansible", type: "", ...ALONE, survey_vars: [variable("region", "", true)] },
    { id: 3, name: "Ship", app: "bash", type: "deploy", autorun: true, build_template_id: 1, survey_vars: [] },
    { id: 4, name: "Announce", app: "bash", type: "deploy", autorun: true, build_template_id: 3, survey_vars: [] },
  ].map((template) => [template.id, template]),
);

const KNOWN = {
  templates: TEMPLATES,
  members: new Set([9]),
  inventories: new Map([
    [7, "static"],
    [8, "terraform-workspace"],
  ]),
  environments: new Set([5]),
};
const INPUTS = [variable("region", ""), variable("password", "secret")];

const build = { key: "build", kind: "template", template_id: 1 };
const deploy = { key: "deploy", kind: "template", template_id: 2, answers: { region: { value: "eu" } } };

const problems = (nodes: object[], edges: object[] = []) =>
  graphProblems(WorkflowGraph.parse({ nodes, edges }), KNOWN, INPUTS).map(
    ({ node, edge, field, key }) => `${node ?? (edge === null ? "" : `edge ${edge}`)} ${field}: ${key}`,
  );

describe("graphProblems", () => {
  it("finds none in a workflow that can run", () => {
    const nodes = [
      { ...build, answers: { count: { value: "3" }, token: { secret: "inputs.password" } } },
      { ...deploy, key: "last", join: "any" },
      { key: "ask", kind: "approval", text: "Deploy ${{ nodes.build.outputs.version }}?" },
      { key: "pause", kind: "wait", until: { time: "06:30", zone: "Europe/Berlin" } },
      {
        ...deploy,
        answers: { region: { expression: "item" } },
        options: { limit: { expression: "nodes.build.outputs.hosts" } },
        matrix: { items: { value: ["eu", "us"] } },
      },
      {
        key: "tidy",
        kind: "template",
        template_id: 1,
        final: true,
        answers: { count: { expression: "size(nodes.deploy.status)" } },
      },
    ];
    const either = [
      { from: "build", to: "last" },
      { from: "build", to: "last", on: "failure" },
    ];
    const edges = [
      ...either,
      { from: "build", to: "ask" },
      { from: "ask", to: "pause", condition: "inputs.region == 'eu'" },
      { from: "pause", to: "deploy" },
      { from: "build", to: "deploy", on: "always" },
    ];
    expect(problems(nodes, edges)).toEqual([]);
  });

  it.each<[string, object[], object[], string[]]>([
    ["no node", [], [], [" nodes: graphEmpty"]],
    [
      "both ends of one node",
      [build, { ...deploy, key: "undo" }],
      [
        { from: "build", to: "undo" },
        { from: "build", to: "undo", on: "failure" },
      ],
      ["undo join: joinNeverHolds"],
    ],
    [
      "the failures of two nodes that follow each other",
      [build, { ...deploy, key: "test" }, { ...deploy, key: "undo" }, { ...deploy, key: "tell" }],
      [
        { from: "build", to: "test" },
        { from: "build", to: "undo", on: "failure" },
        { from: "test", to: "undo", on: "failure" },
        { from: "undo", to: "tell" },
      ],
      ["undo join: joinNeverHolds"],
    ],
    [
      "a secret output of a matrix",
      [
        { ...build, key: "many", matrix: { items: { value: [1] } } },
        { ...build, answers: { token: { secret: "nodes.many.outputs.token" } } },
      ],
      [{ from: "many", to: "build" }],
      ["build answers.token: secretUnknown"],
    ],
    ["two nodes with one key", [build, build], [], ["build key: nodeKeysUnique"]],
    ["a deleted template", [{ ...build, template_id: 9 }], [], ["build template_id: nodeTemplateMissing"]],
    ["a missing answer", [{ ...deploy, answers: {} }], [], ["deploy answers.region: variableRequired"]],
    [
      "an empty answer",
      [{ ...deploy, answers: { region: { value: "" } } }],
      [],
      ["deploy answers.region: variableRequired"],
    ],
    ["an unknown variable", [{ ...build, answers: { x: { value: 1 } } }], [], ["build answers.x: nodeAnswerUnknown"]],
    [
      "a constant of another type",
      [{ ...build, answers: { count: { value: "x" } } }],
      [],
      ["build answers.count: digitsOnly"],
    ],
    [
      "a secret for a plain variable",
      [{ ...deploy, answers: { region: { secret: "inputs.password" } } }],
      [],
      ["deploy answers.region: secretNeedsSecret"],
    ],
    [
      "a constant for a secret variable",
      [{ ...build, answers: { token: { value: "canary" } } }],
      [],
      ["build answers.token: answerNeedsSecret"],
    ],
    [
      "an expression for a secret variable",
      [{ ...build, answers: { token: { expression: "'canary'" } } }],
      [],
      ["build answers.token: answerNeedsSecret"],
    ],
    [
      "a secret that is none",
      [{ ...build, answers: { token: { secret: "inputs.region" } } }],
      [],
      ["build answers.token: secretUnknown"],
    ],
    [
      "a secret of a later node",
      [{ ...build, answers: { token: { secret: "nodes.deploy.outputs.t" } } }, deploy],
      [{ from: "build", to: "deploy" }],
      ["build answers.token: secretUnknown"],
    ],
    [
      "a secret in an expression",
      [{ ...deploy, answers: { region: { expression: "inputs.password" } } }],
      [],
      ["deploy answers.region: expressionName"],
    ],
    [
      "a node that has not ended before",
      [{ ...deploy, answers: { region: { expression: "nodes.build.status" } } }, build],
      [],
      ["deploy answers.region: expressionName"],
    ],
    [
      "an option of another application",
      [{ ...build, options: { limit: { value: "web" } } }],
      [],
      ["build options.limit: notForThisApp"],
    ],
    [
      "a matrix over a number",
      [{ ...build, matrix: { items: { value: 3 } } }],
      [],
      ["build matrix.items: matrixNotList"],
    ],
    [
      "an approval without a question",
      [{ key: "ask", kind: "approval", text: " " }],
      [],
      ["ask text: approvalTextRequired"],
    ],
    [
      "a question with a mistake",
      [{ key: "ask", kind: "approval", text: "${{ 1 + }}" }],
      [],
      ["ask text: expressionInvalid"],
    ],
    ["a wait for nothing", [{ key: "pause", kind: "wait" }], [], ["pause seconds: waitTimeRequired"]],
    [
      "an unknown zone",
      [{ key: "pause", kind: "wait", until: { time: "06:30", zone: "Mars/Base" } }],
      [],
      ["pause until.zone: timezoneUnknown"],
    ],
    ["an edge from nowhere", [build], [{ from: "x", to: "build" }], ["edge 0 from: edgeNodeMissing"]],
    ["an edge to nowhere", [build], [{ from: "build", to: "x" }], ["edge 0 to: edgeNodeMissing"]],
    [
      "an edge twice",
      [build, deploy],
      [
        { from: "build", to: "deploy" },
        { from: "build", to: "deploy" },
      ],
      ["edge 1 to: edgesUnique"],
    ],
    [
      "an edge to a final node",
      [build, { ...deploy, final: true }],
      [{ from: "build", to: "deploy" }],
      ["edge 0 to: finalHasNoEdges"],
    ],
    [
      "a condition that is a number",
      [build, deploy],
      [{ from: "build", to: "deploy", condition: "1" }],
      ["edge 0 condition: expressionType"],
    ],
    [
      "a condition over a later node",
      [build, deploy],
      [{ from: "build", to: "deploy", condition: "nodes.deploy.status == ''" }],
      ["edge 0 condition: expressionName"],
    ],
    [
      "a circle",
      [build, deploy],
      [
        { from: "build", to: "deploy" },
        { from: "deploy", to: "build" },
      ],
      ["build : graphCycle"],
    ],
    ["an edge to itself", [build], [{ from: "build", to: "build" }], ["build : graphCycle"]],
  ])("names %s", (_, nodes, edges, expected) => {
    expect(problems(nodes, edges)).toEqual(expected);
  });

  it("names a deployment that starts by itself after the build, before it is approved", () => {
    const ask = { key: "ask", kind: "approval", text: "Ship it?" };
    const ship = { key: "ship", kind: "template", template_id: 3 };
    const edges = [
      { from: "build", to: "ask" },
      { from: "ask", to: "ship" },
    ];
    expect(problems([build, ask, ship], edges)).toEqual(["ship template_id: deployAutoruns"]);
    expect(problems([build, ask, ship], [{ from: "build", to: "ship" }])).toEqual([]);
    expect(
      problems(
        [build, ask, ship],
        [
          { from: "ask", to: "build" },
          { from: "build", to: "ship" },
        ],
      ),
    ).toEqual([]);
    expect(problems([ask, ship], [{ from: "ask", to: "ship" }])).toEqual([]);
    const announce = { ...ship, key: "announce", template_id: 4 };
    const later = [
      { from: "build", to: "ask" },
      { from: "ask", to: "announce" },
    ];
    expect(problems([build, ask, announce], later)).toEqual(["announce template_id: deployAutoruns"]);
  });

  it("names roles, members and resources that the project does not have", () => {
    const ask = { key: "ask", kind: "approval", text: "Go?", roles: ["owner", "king"], user_ids: [9, 99] };
    expect(problems([ask])).toEqual(["ask roles.1: roleInvalid", "ask user_ids.1: referenceMissing"]);
    const options = (inventory_id: unknown, environment_id: unknown) => [
      { ...deploy, options: { inventory_id: { value: inventory_id }, environment_id: { value: environment_id } } },
    ];
    expect(problems(options(7, "5"))).toEqual([]);
    expect(problems(options(99_999, "6"))).toEqual([
      "deploy options.inventory_id: referenceMissing",
      "deploy options.environment_id: referenceMissing",
    ]);
    expect(problems([{ ...deploy, options: { inventory_id: { expression: "inputs.region" } } }])).toEqual([]);
    expect(problems([{ ...deploy, options: { inventory_id: { value: 8 } } }])).toEqual([
      "deploy options.inventory_id: inventoryOtherKind",
    ]);
    expect(problems([{ ...build, options: { inventory_id: { value: 8 } } }])).toEqual([]);
  });

  const ID_OPTIONS = ["inventory_id", "environment_id", "build_task_id"];

  it.each([null, "", 0, "0"])("takes %j for no id, as the run does", (value) => {
    for (const option of ID_OPTIONS) expect(problems([{ ...deploy, options: { [option]: { value } } }])).toEqual([]);
  });

  it.each(["abc", "1.5", 1.5, -1, "-1", 2 ** 31, "9".repeat(20), true, [7], { a: 1 }])("names %j, no id", (value) => {
    for (const option of ID_OPTIONS)
      expect(problems([{ ...deploy, options: { [option]: { value } } }])).toEqual([
        `deploy options.${option}: idInvalid`,
      ]);
  });
});
