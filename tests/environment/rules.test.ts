import { describe, expect, it } from "vitest";
import { exceedsVariables, taskVariableProblem, variableNameProblem } from "@/lib/environment/rules";
import { parseJsonObject } from "@/lib/protocol/json-object";

describe("variableNameProblem", () => {
  it.each([
    ...["A", "_a", "MY_TOKEN", "aws_region2", "ENV", "LDAP_HOST", "GITHUB_TOKEN", "GITLAB"],
    ...["PYTHON_VERSION", "HOMEPAGE", "TF_VAR_region", "RUBY_VERSION", "SSH_KEY"],
  ])("accepts %s from managers and task runners", (name) => {
    expect(variableNameProblem(name)).toBeNull();
    expect(taskVariableProblem(name)).toBeNull();
  });

  it.each([
    ...["PYTHONPATH", "ANSIBLE_CONFIG", "ANSIBLE_SSH_ARGS", "TF_CLI_CONFIG_FILE", "TMPDIR", "PERL5OPT", "RUBYOPT"],
  ])("accepts %s from managers only", (name) => {
    expect(variableNameProblem(name)).toBeNull();
    expect(taskVariableProblem(name)).toBe("variableNameReserved");
  });

  it.each([
    "",
    "1A",
    "A-B",
    "A B",
    "A=B",
    "A\nB",
    "A\0",
    "naïve",
    "x".repeat(201),
    "PATH",
    "LD_PRELOAD",
    "LD_LIBRARY_PATH",
    "DYLD_INSERT_LIBRARIES",
    "BASH_ENV",
    "BASH_FUNC_ls",
    "GIT_SSH_COMMAND",
    "GIT_CONFIG_COUNT",
    "NODE_OPTIONS",
    "SHELLOPTS",
    "__proto__",
    ...["HOME", "SSH_AUTH_SOCK", "SSH_ASKPASS", "SSH_ASKPASS_REQUIRE", "PYTHONHOME", "TF_CLI_ARGS", "TF_CLI_ARGS_plan"],
    ...["SIGNALBOX_TASK_MARK", "SIGNALBOX_ANYTHING", "GCONV_PATH", "GLIBC_TUNABLES", "BASHOPTS"],
  ])("rejects %j", (name) => {
    expect(variableNameProblem(name)).toMatch(/variableName/);
  });
});

describe("parseJsonObject", () => {
  it("accepts only objects", () => {
    expect(parseJsonObject('{"a":1}')).toEqual({ a: 1 });
    for (const text of ["", "[]", "1", "null", '"x"', "{", "{'a':1}"]) expect(parseJsonObject(text), text).toBeNull();
  });
});

describe("exceedsVariables", () => {
  it("limits variables to what a process can hold", () => {
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`V${index}`, "x"]));
    expect(exceedsVariables(JSON.stringify(many))).toBe(true);
    expect(exceedsVariables(JSON.stringify({ A: "x".repeat(100_001) }))).toBe(true);
    expect(exceedsVariables(JSON.stringify({ A: ["x".repeat(300_000)] }))).toBe(true);
    expect(exceedsVariables(JSON.stringify({ A: "x".repeat(100_000) }))).toBe(false);
    expect(exceedsVariables("{}")).toBe(false);
  });
});
