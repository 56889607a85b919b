import { describe, expect, test } from "vitest";
import { groupOptions } from "@/components/form/choice/option";
import { parseNumber } from "@/components/form/field/number-field";
import { errorText, firstError, SERVER_ERROR } from "@/components/form/field-error";
import { placeErrors } from "@/components/form/invalid-field";
import { replaceItem, splitPaste } from "@/components/form/list/use-string-list";
import type { ProblemWords } from "@/components/problem/use-error-words";

const words: ProblemWords = ({ key, params }) => {
  if (key === "tooLong") return `At most ${params?.maximum} characters`;
  return key === "nameRequired" ? "Name is required" : "This value is not valid";
};

describe("an error message", () => {
  test("is looked up by the schema's key", () => {
    expect(errorText({ type: "too_small", message: "nameRequired" }, words)).toBe("Name is required");
  });

  test("takes its limit from the schema's message", () => {
    expect(errorText({ type: "too_big", message: "tooLong:255" }, words)).toBe("At most 255 characters");
  });

  test("of the server is shown unchanged", () => {
    expect(errorText({ type: SERVER_ERROR, message: "Nom déjà pris" }, words)).toBe("Nom déjà pris");
  });

  test("is never zod's English default", () => {
    expect(errorText({ type: "invalid_type", message: "Invalid input: expected string" }, words)).toBe(
      "This value is not valid",
    );
  });
});

describe("the error of a field", () => {
  test("is found in one of its items", () => {
    const leaf = { type: "custom", message: "nameRequired" };
    expect(firstError([undefined, { name: leaf }])).toEqual(leaf);
    expect(firstError(leaf)).toEqual(leaf);
  });

  test("is null without an error", () => {
    expect(firstError(undefined)).toBeNull();
    expect(firstError({ ref: { type: "text", message: "an input element" } })).toBeNull();
  });
});

describe("a server's field errors", () => {
  const shown = new Set(["name", "vars", "vars.0.name"]);

  test("are shown at the field with that path, else at its list, else above the form", () => {
    expect(
      placeErrors(
        { name: "taken", "vars.0.name": "empty", "vars.3.value": "too long", "secret.type": "unknown" },
        shown,
      ),
    ).toEqual({
      placed: { name: "taken", "vars.0.name": "empty", vars: "too long" },
      unplaced: ["unknown"],
    });
  });

  test("in one list show only the first", () => {
    expect(placeErrors({ "vars.1.name": "one", "vars.2.name": "two" }, shown).placed).toEqual({ vars: "one" });
  });
});

describe("a number field", () => {
  test.each([
    ["7", 7],
    [" 12 ", 12],
    ["-3", -3],
    ["0", 0],
    ["", null],
    ["  ", null],
  ])("parses %j as %j", (text, value) => {
    expect(parseNumber(text, null)).toBe(value);
  });

  test.each(["1.5", "7a", "1e3", "--1", "9".repeat(20)])("keeps %s as text for the schema to reject", (text) => {
    expect(parseNumber(text, 0)).toBe(text);
  });
});

describe("a list of strings", () => {
  test("adds each line of a paste as an item", () => {
    expect(splitPaste("--limit=web\r\n\n  -vvv \n")).toEqual(["--limit=web", "-vvv"]);
  });

  test("edits an item in place, and removes one that is cleared", () => {
    expect(replaceItem(["a", "b", "c"], 1, " B ")).toEqual(["a", "B", "c"]);
    expect(replaceItem(["a", "b", "c"], 1, " ")).toEqual(["a", "c"]);
  });
});

test("options keep their order within their groups", () => {
  const options = [
    { value: 1, label: "one", group: "Build" },
    { value: 2, label: "two" },
    { value: 3, label: "three", group: "Build" },
  ];
  expect(groupOptions(options).map(([group, members]) => [group, members.map(({ value }) => value)])).toEqual([
    ["Build", [1, 3]],
    ["", [2]],
  ]);
});
