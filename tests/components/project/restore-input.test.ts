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

  test("has a name even where the file has no heading", () => {
    expect(renamed(RestoreInput.parse({ name: "new", file: "{}" }))).toEqual({ meta: { name: "new" } });
  });

  test.each([
    [{ name: "", file: "{}" }, ["name: projectNameRequired"]],
    [{ name: "n", file: "" }, ["file: backupRequired"]],
    [{ name: "n", file: "{nope" }, ["file: backupNotJson"]],
    [{ name: "n", file: "[]" }, ["file: backupNotJson"]],
    [{ name: "n", file: "null" }, ["file: backupNotJson"]],
    [{ name: "n", file: '{"keys":"x"}' }, ["file: backupNotJson"]],
  ])("%j is refused", (input, messages) => {
    expect(keysOf(input)).toEqual(messages);
  });
});

test("only keys that need a secret count as empty", () => {
  expect(emptyKeys(backup)).toBe(1);
  expect(emptyKeys({})).toBe(0);
});
