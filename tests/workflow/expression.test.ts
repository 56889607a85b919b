import { describe, expect, it, test } from "vitest";
import {
  checkExpression,
  ExpressionError,
  evaluate,
  evaluateCondition,
  expressionsIn,
  fillText,
} from "@/lib/workflow/rules/expression";

const SCOPE = { inputs: ["region", "count"], nodes: ["build"], matrix: false };
const VALUES = {
  inputs: { region: "eu", count: 3, ratio: 0.5, list: ["a", "b"], answers: { "a b": 1 } },
  nodes: { build: { status: "success", outputs: { version: "1.2", hosts: ["x", "y"] } } },
  run: { id: 7, user: "ada" },
};

test.each([
  ["nodes.test.outputs", true],
  ['nodes["test"].outputs', true],
  ["nodes[inputs.latest].outputs", true],
  ["nodes.map(key, nodes[key].status)", true],
  ["inputs.latest", false],
  ["nodes.tests.status", false],
  ['inputs.region == "nodes.test"', false],
])("the outputs of test are too large for %s: %s", (text, isRefused) => {
  const values = { inputs: { latest: "a", region: "" }, nodes: { a: { outputs: 1 }, tests: { status: 1 } }, run: {} };
  const evaluated = () => evaluate(text, { ...values, tooLarge: ["test"] });
  if (isRefused) expect(evaluated).toThrow("the outputs of test are too large");
  else expect(evaluated).not.toThrow();
});

describe("what an expression may make", () => {
  const large = { inputs: {}, nodes: { b: { outputs: { t: "x".repeat(250_000), list: ["a", "b"] } } }, run: {} };
  const T = "nodes.b.outputs.t";

  it.each([
    ["a list of one large text", `${T}.split("").map(x, ${T})`],
    ["the same joined", `${T}.split("").map(x, ${T}).join("")`],
    ["a text made in every step", `${T}.split("").map(x, ${T}.lowerAscii() + x).size()`],
    ["sums of sums", `(${Array(200).fill(T).join(" + ")}).split("").size()`],
    ["lists of lists", `${T}.split("").map(x, ${T}.split("")).size()`],
    ["a large text five times", `[${Array(5).fill(T).join(", ")}]`],
  ])("%s is refused without being made", (_, text) => {
    const before = process.memoryUsage().heapUsed;
    expect(() => evaluate(text, large)).toThrow(ExpressionError);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
  });

  it("is counted anew for each evaluation", () => {
    for (let n = 0; n < 50; n++) expect(evaluate(`${T}.lowerAscii().size()`, large)).toBe(250_000);
  });

  it("is enough for outputs as large as they may be", () => {
    expect(evaluate(T, large)).toHaveLength(250_000);
    expect(evaluate('nodes.b.outputs.list.map(x, x + "!").join(",")', large)).toBe("a!,b!");
  });

  it("is limited for a text with several expressions", () => {
    expect(() => fillText(`\${{ ${T} }}`.repeat(5), large)).toThrow("larger than 1000000");
  });
});

describe("checkExpression", () => {
  it.each([
    "inputs.count + 1 > 2",
    'nodes.build.status == "success" && run.user != ""',
    'nodes["build"].outputs.hosts.map(host, host + ".example.com")',
    "has(inputs.region) ? inputs.region : 'us'",
    'inputs[inputs.region] == "x"',
    'run.trigger + string(run.id) + run["created"] + nodes.build.commit + nodes.build["version"]',
    "inputs.region.nope == run[inputs.region] || nodes.build.outputs.nope",
  ])("accepts %s", (text) => {
    expect(checkExpression(text, SCOPE)).toBeNull();
  });

  it.each([
    ["inputs..region", "expressionInvalid", 7],
    ["1 +", "expressionInvalid", 3],
    ["other.x", "expressionInvalid", 0],
    ["item", "expressionInvalid", 0],
    ["1 == 1 && nodes.tests.status == 'x'", "expressionName", 10],
    ['nodes["tests"].status', "expressionName", 0],
    ["inputs.nothing", "expressionName", 0],
    ["1 > 0 && run.nope == 1", "expressionName", 9],
    ['run["nope"]', "expressionName", 0],
    ["has(run.nope)", "expressionName", 4],
    ["nodes.build.nope", "expressionName", 0],
    ['nodes["build"].nope', "expressionName", 0],
    ["nodes[inputs.region].nope", "expressionName", 0],
    ['inputs.region.matches("(a+)+$")', "expressionFunction", 0],
    ["[1].map(x, [2].map(y, x + y))", "expressionNested", 11],
    ["[[1].all(x, x > 0)].all(y, [y].exists(z, z))", "expressionNested", 27],
  ])("refuses %s", (text, key, position) => {
    expect(checkExpression(text, SCOPE)).toMatchObject({ key, position });
  });

  it("lets only a matrix name its item", () => {
    expect(checkExpression("item.name + string(index)", { ...SCOPE, matrix: true })).toBeNull();
  });

  it("wants a condition to be true or false", () => {
    expect(checkExpression("1 + 1", SCOPE, "bool")).toMatchObject({
      key: "expressionType",
      params: { message: "int" },
    });
    expect(checkExpression("inputs.region", SCOPE, "bool")).toBeNull();
  });

  it("limits how large an expression can be", () => {
    expect(checkExpression(Array(600).fill("1").join("+"), SCOPE)).toMatchObject({ key: "expressionInvalid" });
  });
});

describe("evaluate", () => {
  it.each<[string, unknown]>([
    ["inputs.count + 1", 4],
    ["inputs.ratio * 2.0", 1],
    ['nodes.build.outputs.version + "-" + inputs.region', "1.2-eu"],
    ["nodes.build.outputs.hosts", ["x", "y"]],
    ['{"a": [1, 2.5, null, true]}', { a: [1, 2.5, null, true] }],
    ['inputs.answers["a b"]', 1],
    ["size(inputs.list)", 2],
    ['timestamp("2026-01-02T03:04:05Z")', "2026-01-02T03:04:05.000Z"],
  ])("%s", (text, value) => {
    expect(evaluate(text, VALUES)).toEqual(value);
  });

  it("knows the item of a matrix", () => {
    expect(evaluate("item.name + string(index)", { ...VALUES, item: { name: "n" }, index: 2 })).toBe("n2");
  });

  it.each(["inputs.nothing", "nodes.tests.status", "1 / 0", "inputs.region + 1", 'duration("1h")'])(
    "fails for %s",
    (text) => {
      expect(() => evaluate(text, VALUES)).toThrow(ExpressionError);
    },
  );

  it.each(["inputs.token", 'inputs["token"]', "nodes.build.outputs.token"])(
    "calls what %s names missing, in the sentence by which a secret output is recognized",
    (text) => {
      expect(() => evaluate(text, VALUES)).toThrow(/^No such key: token$/);
    },
  );

  it("does not reach what an object inherits", () => {
    expect(() => evaluate("inputs.constructor", VALUES)).toThrow(ExpressionError);
    expect(() => evaluate('inputs["__proto__"]', VALUES)).toThrow(ExpressionError);
  });

  it("fails for a condition that is neither true nor false", () => {
    expect(evaluateCondition("inputs.count == 3", VALUES)).toBe(true);
    expect(() => evaluateCondition("inputs.count", VALUES)).toThrow(ExpressionError);
  });
});

describe("text with expressions", () => {
  it("contains their values", () => {
    expect(fillText("Deploy ${{ nodes.build.outputs.version }} to ${{inputs.list}}?", VALUES)).toBe(
      'Deploy 1.2 to ["a","b"]?',
    );
    expect(fillText("$1 ${HOME} {{ x }}", VALUES)).toBe("$1 ${HOME} {{ x }}");
  });

  it("says where they begin", () => {
    expect(expressionsIn("a ${{ b }} ${{c}}")).toEqual([
      { text: " b ", position: 5 },
      { text: "c", position: 14 },
    ]);
  });
});
