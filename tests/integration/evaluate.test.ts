import { describe, expect, test } from "vitest";
import { evaluate } from "@/lib/integration/delivery/evaluate";
import type { ExtractValue, Matcher } from "@/lib/integration/schema";

const hook = (body: unknown, headers: Record<string, string> = {}) => ({ headers, body: JSON.stringify(body) });

const matcher = (changes: Partial<Matcher> = {}): Matcher => ({
  id: 1,
  integration_id: 1,
  name: "main only",
  match_type: "body",
  body_data_type: "json",
  key: "ref",
  method: "equals",
  value: "main",
  ...changes,
});
const value = (changes: Partial<ExtractValue> = {}): ExtractValue => ({
  id: 1,
  integration_id: 1,
  name: "commit",
  value_source: "body",
  body_data_type: "json",
  key: "id",
  variable: "COMMIT",
  ...changes,
});

describe("evaluate", () => {
  test("requires every matcher to match, and reports each result", () => {
    const matchers = [
      matcher(),
      matcher({ id: 2, name: "by push", match_type: "header", key: "X-Event", value: "push" }),
    ];
    const results = evaluate(hook({ ref: "main" }, { "x-event": "tag" }), matchers, [value()]);
    expect(results).toEqual({
      matchers: [
        { id: 1, name: "main only", ok: true, actual: "main" },
        { id: 2, name: "by push", ok: false, actual: "tag" },
      ],
      values: {},
      refusal: { outcome: "unmatched", reason: "no_match", detail: "by push" },
    });
  });

  test("rejects an integration without matchers", () => {
    expect(evaluate(hook({}), [], [value()]).refusal).toMatchObject({ outcome: "unmatched", reason: "no_matchers" });
  });

  test.each(["__proto__.x", "constructor.prototype", Array.from({ length: 10_000 }, () => "a").join(".")])(
    "doesn't match at %s",
    (key) => {
      expect(
        evaluate(hook({ ref: "main" }), [matcher({ key, method: "contains", value: "o" })], []).refusal,
      ).not.toBeNull();
    },
  );

  test("extracts strings, whole numbers, objects and bodies; missing values are omitted", () => {
    const values = [
      value(),
      value({ key: "big", variable: "BIG" }),
      value({ key: "nested", variable: "NESTED" }),
      value({ key: "missing", variable: "MISSING" }),
      value({ value_source: "header", key: "X-Who", variable: "WHO" }),
      value({ value_source: "header", key: "X-Absent", variable: "ABSENT" }),
      value({ body_data_type: "string", variable: "BODY" }),
    ];
    const body = { ref: "main", id: "abc", big: 1_000_000, nested: { a: [1] } };
    expect(evaluate(hook(body, { "x-who": "me" }), [matcher()], values)).toMatchObject({
      refusal: null,
      values: {
        COMMIT: "abc",
        BIG: "1000000",
        NESTED: "map[a:[1]]",
        WHO: "me",
        ABSENT: "",
        BODY: JSON.stringify(body),
      },
    });
    expect(evaluate(hook(body), [matcher()], values).values).not.toHaveProperty("MISSING");
  });

  test.each([
    ["a value of a megabyte", { id: "x".repeat(1_000_000) }, {}, "value_too_long"],
    ["a value beyond 8 KiB", { id: "ä".repeat(4097) }, {}, "value_too_long"],
    ["a NUL", { id: "a\0b" }, {}, "value_nul"],
    ["LD_PRELOAD", { id: "x" }, { variable: "LD_PRELOAD" }, "variable_name"],
    ["PATH", { id: "x" }, { variable: "PATH" }, "variable_name"],
    ["PYTHONPATH", { id: "x" }, { variable: "PYTHONPATH" }, "variable_name"],
    ["one of our own names", { id: "x" }, { variable: "SIGNALBOX_TASK_MARK" }, "variable_name"],
    ["GIT_SSH_COMMAND", { id: "x" }, { variable: "GIT_SSH_COMMAND" }, "variable_name"],
    ["an equals sign", { id: "x" }, { variable: "A=B" }, "variable_name"],
    ["a line break", { id: "x" }, { variable: "A\nB" }, "variable_name"],
  ])("rejects %s", (_name, body, changes, reason) => {
    const results = evaluate(hook({ ref: "main", ...body }), [matcher()], [value(changes)]);
    expect(results).toMatchObject({ values: {}, refusal: { outcome: "refused", reason } });
  });

  test("hides the values of secret headers", () => {
    const matchers = [matcher({ match_type: "header", key: "X-Secret-Token", value: "abc" })];
    expect(evaluate(hook({}, { "x-secret-token": "abc" }), matchers, [])).toMatchObject({
      refusal: null,
      matchers: [{ ok: true, actual: null }],
    });
  });

  test("finds what a large value contains, whoever else asks for it", () => {
    const commits = Array.from({ length: 3000 }, (_, n) => ({ id: n, modified: [`shop/${n}.ts`, "x".repeat(200)] }));
    const matchers = Array.from({ length: 50 }, (_, id) =>
      matcher({ id, key: "commits", method: "contains", value: "shop/2999.ts" }),
    );
    expect(evaluate(hook({ commits }), matchers, []).refusal).toBeNull();
  });

  test("a body that prints longer than it is holds nothing up", () => {
    let body: object = { ref: "main", numbers: Array(120_000).fill(1e20) };
    for (let depth = 0; depth < 30; depth++) body = { ref: "main", a: body };
    const matchers = Array.from({ length: 30 }, (_, depth) =>
      matcher({
        key: Array(depth + 1)
          .fill("a")
          .join("."),
        method: "contains",
        value: "1e",
      }),
    );
    const began = performance.now();
    const { refusal, matchers: results } = evaluate(hook(body), [...matchers, matcher({ name: "ref" })], []);
    expect(performance.now() - began).toBeLessThan(500);
    expect(refusal?.outcome).toBe("unmatched");
    expect(results.at(-1)).toMatchObject({ ok: true, actual: "main" });
    expect(evaluate(hook(body), [matcher()], [value({ key: "a" })]).refusal?.reason).toBe("value_too_long");
  });
});
