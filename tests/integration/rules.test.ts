import { describe, expect, test } from "vitest";
import { documentOf, goText, isSecretHeader, matches, textsOf, valueAt } from "@/lib/integration/rules";

const document = {
  ref: "refs/heads/main",
  repository: { id: 17, private: false, "full-name": "a/b", topics: [] },
  commits: [
    { id: "c1", author: { name: "Ann" }, added: ["x", "y"] },
    { id: "c2", author: { name: "Bob" }, added: [] },
  ],
  after: null,
  "": "blank",
};

describe("valueAt", () => {
  test.each([
    ["ref", "refs/heads/main"],
    ["repository.id", 17],
    ["repository.full-name", "a/b"],
    ["commits.[0].author.name", "Ann"],
    ["commits.[1].id", "c2"],
    ["commits.[0].added.[1]", "y"],
    ["commits.[0].added", ["x", "y"]],
    ["[0].ref", "refs/heads/main"],
    ["repository.[3].id", 17],
    ["ref.[0]", "refs/heads/main"],
    ["commits.[2].id", undefined],
    ["commits.id", undefined],
    ["commits.length", undefined],
    ["commits.0", undefined],
    ["ref.length", undefined],
    ["missing", undefined],
    ["missing.deeper", undefined],
    ["after", undefined],
    ["after.x", undefined],
    ["repository.topics.[0]", undefined],
    ["commits[0]", undefined],
    ["commits.[-1]", undefined],
    ["commits.[99999999999]", undefined],
    ["__proto__.x", undefined],
    ["__proto__", undefined],
    ["constructor.prototype", undefined],
    ["repository.toString", undefined],
    ["", "blank"],
  ])("%j is %j", (path, expected) => {
    expect(valueAt(document, path)).toEqual(expected);
  });

  test("reads a top-level list, and nothing without a document", () => {
    expect(valueAt([{ a: 1 }], "[0].a")).toBe(1);
    expect(valueAt(undefined, "a")).toBeUndefined();
    expect(valueAt("text", "a")).toBeUndefined();
  });

  test("rejects a path of ten thousand segments", () => {
    expect(valueAt(document, Array.from({ length: 10_000 }, () => "a").join("."))).toBeUndefined();
  });

  test("reads a key named like a built-in method as data", () => {
    expect(valueAt(JSON.parse('{"__proto__":{"x":1},"constructor":2}'), "__proto__.x")).toBe(1);
    expect(valueAt(JSON.parse('{"constructor":2}'), "constructor")).toBe(2);
  });
});

describe("goText", () => {
  test.each([
    ["text", "text"],
    ["", ""],
    [1_000_000, "1000000"],
    [12_345_678_901, "12345678901"],
    [1e20, "100000000000000000000"],
    [1e308, "1e+308"],
    [-5, "-5"],
    [1.5, "1.5"],
    [true, "true"],
    [false, "false"],
    [null, "<nil>"],
    [["a", 1, null], "[a 1 <nil>]"],
    [[], "[]"],
    [{ b: 2, a: [1, { c: "x" }] }, "map[a:[1 map[c:x]] b:2]"],
    [{}, "map[]"],
  ])("of %j is %j", (value, text) => {
    expect(goText(value)).toBe(text);
  });

  test("stops after a thousand levels", () => {
    expect(goText(JSON.parse("[".repeat(1000) + "]".repeat(1000)))).toContain("…");
  });

  test("stops at a length", () => {
    expect(goText(["abc", { d: 1 }], 13)).toBeNull();
    expect(goText(["abc", { d: 1 }], 14)).toBe("[abc map[d:1]]");
  });
});

describe("documentOf", () => {
  const of = (body: string, type?: string) => documentOf({ headers: type ? { "content-type": type } : {}, body });

  test("reads JSON with any content type, and the payload of a form", () => {
    expect(of('{"a":1}')).toEqual({ a: 1 });
    expect(of('{"a":1}', "text/plain")).toEqual({ a: 1 });
    expect(of('{"a":1}', "application/x-www-form-urlencoded")).toEqual({ a: 1 });
    expect(of("payload=%7B%22a%22%3A1%7D&x=2", "application/x-www-form-urlencoded; charset=utf-8")).toEqual({ a: 1 });
  });

  test.each([
    ["not json", undefined],
    ["", undefined],
    ["{", "application/json"],
    ["a=1", "application/x-www-form-urlencoded"],
    ["payload=x", "application/x-www-form-urlencoded"],
    ['{"a":1}', "multipart/form-data; boundary=x"],
  ])("returns nothing for %j as %j", (body, type) => {
    expect(of(body, type)).toBeUndefined();
  });

  test("keeps every digit of long whole numbers", () => {
    const text =
      '{"id":12345678901234567890,"list":[-1234567890123456789, 1.1234567890123456789],"text":"\\"1234567890123456789"}';
    expect(textsOf({ headers: {}, body: text })({ source: "body", body_data_type: "json", key: "id" })).toBe(
      "12345678901234567890",
    );
    expect(of(text)).toEqual({
      id: "12345678901234567890",
      list: ["-1234567890123456789", 1.1234567890123457],
      text: '"1234567890123456789',
    });
  });

  test("survives a document of a million brackets", () => {
    expect(() => of("[".repeat(1_000_000))).not.toThrow();
  });
});

describe("textsOf", () => {
  const hook = { headers: { "x-event": "push" }, body: '{"n":7}' };
  test.each([
    [{ source: "header", body_data_type: "", key: "X-Event" }, "push"],
    [{ source: "header", body_data_type: "", key: "x-other" }, ""],
    [{ source: "body", body_data_type: "string", key: "ignored" }, '{"n":7}'],
    [{ source: "body", body_data_type: "json", key: "n" }, "7"],
    [{ source: "body", body_data_type: "json", key: "m" }, undefined],
  ] as const)("%j is %j", (place, expected) => {
    expect(textsOf(hook)(place)).toBe(expected);
  });
});

test.each([
  ["equals", "a", "a", true],
  ["equals", "A", "a", false],
  ["equals", undefined, "<nil>", false],
  ["equals", "", "", true],
  ["unequals", "a", "b", true],
  ["unequals", "a", "a", false],
  ["unequals", undefined, "b", true],
  ["contains", "refs/heads/main", "main", true],
  ["contains", "main", "refs/heads/main", false],
  ["contains", "a.c", "a?c", false],
  ["contains", undefined, "x", false],
  ["contains", null, "x", false],
  ["unequals", null, "x", true],
] as const)("%s: %j with %j is %j", (method, actual, expected, result) => {
  expect(matches(method, actual, expected)).toBe(result);
});

test.each([
  ["Authorization", true],
  ["X-Hub-Signature-256", true],
  ["X-Gitlab-Token", true],
  ["Cookie", true],
  ["X-Api-Key", true],
  ["X-GitHub-Event", false],
  ["Content-Type", false],
])("header %s is secret: %j", (name, expected) => {
  expect(isSecretHeader(name)).toBe(expected);
});
