import { describe, expect, it } from "vitest";
import {
  isVaultName,
  parseArguments,
  repeatedAt,
  requiredFields,
  surveyKind,
  surveyVarProblems,
} from "@/lib/template/rules";

describe("parseArguments", () => {
  it("returns the strings of a JSON array", () => {
    expect(parseArguments("[]")).toEqual([]);
    expect(parseArguments('["--tags","a b",""]')).toEqual(["--tags", "a b", ""]);
    expect(parseArguments(JSON.stringify(Array(1000).fill("x")))).toHaveLength(1000);
  });

  it.each([
    "",
    "--x",
    '"--x"',
    '{"a":1}',
    "[1]",
    '[["a"]]',
    "[null]",
    '["a\\u0000"]',
    "['a']",
    '["a",]',
    JSON.stringify(Array(10_000).fill("x")),
    JSON.stringify(["x".repeat(10_001)]),
  ])("rejects %.40s", (text) => {
    expect(parseArguments(text)).toBeNull();
  });
});

describe("requiredFields", () => {
  it.each([
    ["ansible", { repository: true, playbook: true, inventory: true }],
    ["terraform", { repository: true, playbook: false, inventory: false }],
    ["tofu", { repository: true, playbook: false, inventory: false }],
    ["bash", { repository: true, playbook: true, inventory: false }],
    ["pulumi", { repository: true, playbook: false, inventory: false }],
    ["workflow", { repository: false, playbook: false, inventory: false }],
    ["my-own", { repository: true, playbook: true, inventory: false }],
    ["__proto__", { repository: true, playbook: true, inventory: false }],
  ])("of %s", (app, fields) => {
    expect(requiredFields(app)).toEqual(fields);
  });
});

describe("surveyVarProblems", () => {
  const variable = { name: "x", type: "", values: null };
  const option = (name: string) => ({ name });

  it.each([
    [variable],
    [{ ...variable, name: "my-var.2_ü" }],
    [{ ...variable, name: "PATH" }],
    [{ ...variable, name: "token", type: "secret" }],
    [{ ...variable, type: "enum", values: [option("a"), option("b")] }],
    [{ ...variable, type: "int" }],
  ])("accepts %o", (given) => {
    expect(surveyVarProblems(given)).toEqual([]);
  });

  it.each([
    [{ ...variable, name: "-x" }, "name", "surveyVarNameInvalid"],
    [{ ...variable, name: "a=b" }, "name", "surveyVarNameInvalid"],
    [{ ...variable, name: "a b" }, "name", "surveyVarNameInvalid"],
    [{ ...variable, name: "a\nb" }, "name", "surveyVarNameInvalid"],
    [{ ...variable, name: "LD_PRELOAD", type: "secret" }, "name", "variableNameReserved"],
    [{ ...variable, name: "SIGNALBOX_TASK_MARK", type: "secret" }, "name", "variableNameReserved"],
    [{ ...variable, name: "PYTHONPATH", type: "secret" }, "name", "variableNameReserved"],
    [{ ...variable, type: "enum" }, "values", "enumValuesRequired"],
    [{ ...variable, type: "enum", values: [] }, "values", "enumValuesRequired"],
    [{ ...variable, type: "enum", values: [option(" ")] }, "values", "enumValueNameRequired"],
    [{ ...variable, type: "enum", values: [option("a"), option("a")] }, "values", "enumValueNamesUnique"],
  ])("reports %o", (given, field, key) => {
    expect(surveyVarProblems(given)).toEqual([{ path: [field], key }]);
  });
});

describe("other rules", () => {
  it("maps survey types", () => {
    const kinds = ["", "string", "int", "integer", "secret", "enum", "toString"].map(surveyKind);
    expect(kinds).toEqual(["text", "text", "int", "int", "secret", "enum", "text"]);
  });

  it("finds duplicate names", () => {
    expect(repeatedAt(["a", "b", "a", null, null, "a"])).toEqual([2, 4, 5]);
    expect(repeatedAt([])).toEqual([]);
  });

  it("accepts the same vault names as ansible-playbook", () => {
    for (const name of ["", "prod", "Prod", "a.b-c_1"]) expect(isVaultName(name), name).toBe(true);
    for (const name of ["-x", "a@prompt", "é", "a b", "x".repeat(101)]) expect(isVaultName(name), name).toBe(false);
  });
});
