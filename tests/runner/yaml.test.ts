import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { toYaml, Unsafe } from "@/runner/write/yaml";
import { requireTool } from "../support/tools";

test.each([
  [null, "null"],
  [1.5, "1.5"],
  [true, "true"],
  ["a: b # c", '"a: b # c"'],
  ['"\\', '"\\"\\\\"'],
  ["\n\t\u007f\u0085\ufffe", '"\\u000a\\u0009\\u007f\\u0085\\ufffe"'],
  ["ü🚀", '"\\u00fc\\U0001f680"'],
  [[], "[]"],
  [{ "a b": [1, { c: "d" }] }, '{"a b": [1, {"c": "d"}]}'],
  [new Unsafe({ a: ["x", 1, null] }), '{"a": [!unsafe "x", 1, null]}'],
])("%j", (value, expected) => {
  expect(toYaml(value)).toBe(expected);
});

requireTool("ansible-playbook")("Ansible reads what was written", () => {
  const value = {
    odd: "\u0000\u0001 ü🚀 \u007f\u0085\u2028 {{ x }} %}",
    list: [1, -2.5, true, null, ["a"]],
    object: { "k: y": "\\ \"' #" },
  };
  const script = `
import json, sys
from ansible.parsing.utils.yaml import from_yaml
print(json.dumps(from_yaml(sys.stdin.read())))`;
  const out = execFileSync("/usr/bin/python3", ["-c", script], { input: toYaml(new Unsafe(value)) }).toString();
  expect(JSON.parse(out)).toEqual(value);
});
