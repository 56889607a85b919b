import { describe, expect, it } from "vitest";
import { jsonOf, rowProblems, rowsOf } from "@/components/environment/variable-rows";

describe("rowsOf", () => {
  it("shows every scalar as text", () => {
    expect(rowsOf('{"a":"x","b":8080,"c":true,"d":null}')).toEqual([
      { name: "a", value: "x" },
      { name: "b", value: "8080" },
      { name: "c", value: "true" },
      { name: "d", value: "null" },
    ]);
  });

  it.each(["9007199254740993", "1.0", "1.10", "1e3", "1e400", "-0", "0.1234567890123456789"])(
    "has no rows for the number %s, which would change",
    (number) => {
      expect(rowsOf(`{"a":${number}}`)).toBeNull();
    },
  );

  it("shows numbers that stay as they are, and any text", () => {
    expect(rowsOf('{"a":-1.5,"b":"1.0","c \\" 1.0":0}')).toEqual([
      { name: "a", value: "-1.5" },
      { name: "b", value: "1.0" },
      { name: 'c " 1.0', value: "0" },
    ]);
  });

  it.each(['{"a":{"b":1}}', '{"a":[]}', "[]", "1", "{", ""])("has no rows for %s", (json) => {
    expect(rowsOf(json)).toBeNull();
  });
});

describe("jsonOf", () => {
  const parsed = (rows: { name: string; value: string }[], before?: string) => JSON.parse(jsonOf(rows, before));

  it("keeps the type of unchanged values; typed values are strings", () => {
    const before = '{"port":8080,"on":true,"none":null,"name":"x"}';
    expect(parsed(rowsOf(before) ?? [], before)).toEqual(JSON.parse(before));
    expect(
      parsed(
        [
          { name: "port", value: "8081" },
          { name: "on", value: "true" },
        ],
        before,
      ),
    ).toEqual({
      port: "8081",
      on: true,
    });
    expect(parsed([{ name: "other", value: "8080" }], before)).toEqual({ other: "8080" });
  });

  it("skips empty rows", () => {
    expect(jsonOf([{ name: "", value: "" }])).toBe("{}");
  });

  it("accepts any name, even __proto__", () => {
    expect(jsonOf([{ name: "__proto__", value: "x" }], "{}")).toBe('{\n  "__proto__": "x"\n}');
  });
});

describe("rowProblems", () => {
  it("finds values without a name, and duplicate names", () => {
    const rows = [
      { name: "a", value: "1" },
      { name: "", value: "" },
      { name: "", value: "x" },
      { name: "a", value: "2" },
    ];
    expect(rowProblems(rows)).toEqual([
      { index: 2, message: "variableNameRequired" },
      { index: 3, message: "variableNameTaken" },
    ]);
  });
});
