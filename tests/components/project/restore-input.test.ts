import { describe, expect, test } from "vitest";
import { emptyKeys, inspectBackup, RestoreInput, renamed } from "@/components/project/restore-input";

const backup = {
  meta: { name: "old", type: "" },
  keys: [
    { name: "None", type: "none" },
    { name: "a", type: "ssh" },
  ],
  templates: [{ name: "t" }],
};

const NO_STATES = { states_passphrase: "", without_states: false, strict: false };

const keysOf = (input: object) =>
  RestoreInput.safeParse({ ...NO_STATES, ...input }).error?.issues.map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );

describe("the input of a restore", () => {
  test("becomes the whole file with the new name", () => {
    const input = RestoreInput.parse({ ...NO_STATES, name: "new", file: JSON.stringify(backup) });
    expect(renamed(input)).toEqual({ ...backup, meta: { name: "new", type: "" }, strict: false });
  });

  test("is validated by the server beyond its outline", () => {
    const file = { meta: { name: "old" }, keys: "x" };
    expect(renamed(RestoreInput.parse({ ...NO_STATES, name: "new", file: JSON.stringify(file) }))).toEqual({
      meta: { name: "new" },
      keys: "x",
      strict: false,
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
  ])("%j is rejected", (input, messages) => {
    expect(keysOf(input)).toEqual(messages);
  });
});

describe("a file with states", () => {
  const file = JSON.stringify({ ...backup, sealed_states: { content: "x" } });

  test("requires their passphrase, or the choice to restore without them", () => {
    expect(keysOf({ name: "n", file })).toEqual(["states_passphrase: statesPassphraseRequired"]);
    const given = { ...NO_STATES, name: "n", file, states_passphrase: "secret" };
    expect(renamed(RestoreInput.parse(given))).toMatchObject({ states_passphrase: "secret", without_states: false });
    const without = { ...NO_STATES, name: "n", file, without_states: true };
    expect(renamed(RestoreInput.parse(without))).toMatchObject({ without_states: true });
  });

  test("is recognized before it is sent", () => {
    expect(inspectBackup(file)).toEqual({ name: "old", hasStates: true });
    expect(inspectBackup(JSON.stringify(backup))).toEqual({ name: "old", hasStates: false });
    expect(inspectBackup("{nope")).toEqual({ name: null, hasStates: false });
  });
});

test("only keys that need a secret count as empty", () => {
  expect(emptyKeys(backup)).toBe(1);
  expect(emptyKeys({ meta: { name: "bare" } })).toBe(0);
});
