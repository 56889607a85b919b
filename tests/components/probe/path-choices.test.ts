import { expect, test } from "vitest";
import { pathChoices } from "@/components/probe/path-choices";

const PATHS = [
  "README.md",
  "main.tf",
  "run.sh",
  "site.yml",
  "environments/dev/main.tf",
  "environments/dev/outputs.tf",
  "environments/prod/main.tf.json",
  "playbooks/web.yaml",
  "stacks/app/Pulumi.yaml",
  "tools/check.py",
];

test.each([
  ["ansible", ["site.yml", "playbooks/web.yaml", "stacks/app/Pulumi.yaml"]],
  ["terraform", ["", "environments/dev", "environments/prod"]],
  ["tofu", ["", "environments/dev", "environments/prod"]],
  ["pulumi", ["stacks/app"]],
  ["bash", ["run.sh"]],
  ["python", ["tools/check.py"]],
  ["custom", PATHS],
])("%s is offered what it can run", (app, choices) => {
  expect(pathChoices(app, PATHS, "")).toEqual(choices);
});

test("a search takes all words, in any order and case", () => {
  expect(pathChoices("ansible", PATHS, "WEB play")).toEqual(["playbooks/web.yaml"]);
  expect(pathChoices("terraform", PATHS, "prod")).toEqual(["environments/prod"]);
});

test("any file is offered when none that fits has the text", () => {
  expect(pathChoices("bash", PATHS, "check")).toEqual(["tools/check.py"]);
  expect(pathChoices("powershell", PATHS, "")).toEqual(PATHS);
  expect(pathChoices("bash", PATHS, "no such file")).toEqual([]);
});

test("a list has an end", () => {
  const many = Array.from({ length: 5_000 }, (_, n) => `${n}.sh`);
  expect(pathChoices("bash", many, "")).toHaveLength(100);
});
