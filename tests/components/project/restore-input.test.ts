import { describe, expect, test } from "vitest";
import { emptyKeys, RestoreInput, renamed } from "@/components/project/restore-input";

const backup = {
  meta: { name: "old", type: "" },
  keys: [
    { name: "None", type: "none" },
    { name: "a", type: "ssh" },
  ],
  templates: [{ name: "t" }],
};

const keysOf = (input: unknown) =>
  RestoreInput.safeParse(input).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("what is asked to be restored", () => {
  test("is the whole file under the new name", () => {
    const input = RestoreInput.parse({ name: "new", file: JSON.stringify(backup) });
    expect(renamed(input)).toEqual({ ...backup, meta: { name: "new", type: "" } });
  });

  test("is left to the server where only a part of it is wrong", () => {
    const file = { meta: { name: "old" }, keys: "x" };
    expect(renamed(RestoreInput.parse({ name: "new", file: JSON.stringify(file) }))).toEqual({
      meta: { name: "new" },
      keys: "x",
    });
  });

  test.each([
    [{ name: "", file: JSON.stringify(backup) }, ["name: projectNameRequired"]],
    [{ name: "n", file: "" }, ["file: backupRequired"]],
    [{ name: "n", file: "{nope" }, ["file: backupNotJson"]],
    [{ name: "n", file: "[]" }, ["file: backupNotJson"]],
    [{ name: "n", file: "null" }, ["file: backupNotJson"]],
    [{ name: "n", file: "{}" }, ["file: backupMetaMissing"]],
    [{ name: "n", file: '{"a":1}' }, ["file: backupMetaMissing"]],
    [{ name: "n", file: '{"meta":null,"keys":[]}' }, ["file: backupMetaMissing"]],
    [{ name: "n", file: '{"meta":{}}' }, ["file: backupMetaMissing"]],
  ])("%j is refused", (input, messages) => {
    expect(keysOf(input)).toEqual(messages);
  });
});

test("only keys that need a secret count as empty", () => {
  expect(emptyKeys(backup)).toBe(1);
  expect(emptyKeys({ meta: { name: "bare" } })).toBe(0);
});
