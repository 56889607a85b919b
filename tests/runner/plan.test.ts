import { describe, expect, test } from "vitest";
import { MAX_PLAN_BYTES, PlanRequest, type TaskPlan } from "@/lib/protocol/plan";
import { Masker } from "@/lib/redact/masker";
import { readPlan } from "@/runner/apps/terraform/plan";
import { planToSend } from "@/runner/plan/found";

const CHECKSUM = "a".repeat(64);

function sent(plan: object, secrets: string[] = []): TaskPlan {
  const masker = new Masker(secrets);
  const made = planToSend(readPlan(JSON.stringify(plan)), CHECKSUM, (text) => masker.mask(text));
  return PlanRequest.parse({ attempt: 1, plan: made }).plan;
}

const change = (changes: object) => ({
  actions: ["update"],
  before: {},
  after: {},
  after_unknown: {},
  before_sensitive: {},
  after_sensitive: {},
  ...changes,
});
const resource = (changes: object, more: object = {}) => ({
  address: "x_thing.a",
  mode: "managed",
  type: "x_thing",
  change: change(changes),
  ...more,
});
const attributesOf = (changes: object) => sent({ resource_changes: [resource(changes)] }).resources[0]?.attributes;
const value = (text: string) => ({ kind: "value", text });
const none = { kind: "none", text: "" };
const sensitive = { kind: "sensitive", text: "" };
const unknown = { kind: "unknown", text: "" };

describe("the changes of a plan", () => {
  test("are the single values that differ, wherever they are nested", () => {
    const before = { name: "a", tags: { Name: "x", "odd key": 1 }, rule: [{ port: 1 }, { port: 2 }], same: [1] };
    const after = { name: "b", tags: { Name: "x" }, rule: [{ port: 1 }, { port: 3 }, { port: 4 }], same: [1] };
    expect(attributesOf({ before, after })).toEqual([
      { path: "name", before: value('"a"'), after: value('"b"') },
      { path: 'tags["odd key"]', before: value("1"), after: none },
      { path: "rule[1].port", before: value("2"), after: value("3") },
      { path: "rule[2].port", before: none, after: value("4") },
    ]);
  });

  test("name what is known later, alone and inside of lists", () => {
    const after_unknown = { id: true, parts: [{}, { id: true }] };
    expect(attributesOf({ before: { id: "i-1" }, after: { parts: [{ n: 1 }, { n: 2 }] }, after_unknown })).toEqual([
      { path: "id", before: value('"i-1"'), after: unknown },
      { path: "parts[0].n", before: none, after: value("1") },
      { path: "parts[1].n", before: none, after: value("2") },
      { path: "parts[1].id", before: none, after: unknown },
    ]);
  });

  test("say which action, what forces it, where it moved from and whether it is imported", () => {
    const { resources } = sent({
      resource_changes: [
        resource(
          { actions: ["delete", "create"], replace_paths: [["ami"], ["disk", 0, "size"]] },
          { module_address: "module.web", action_reason: "replace_because_cannot_update" },
        ),
        resource({ actions: ["no-op"] }),
        resource({ actions: ["no-op"] }, { address: "x_thing.moved", previous_address: "x_thing.b" }),
        resource({ actions: ["no-op"], importing: { id: "1" } }, { address: "x_thing.imported" }),
        resource({ actions: ["read"] }, { address: "data.x.y", mode: "data" }),
      ],
    });
    expect(resources).toMatchObject([
      { action: "replace", forced_by: ["ami", "disk[0].size"], module: "module.web" },
      { address: "x_thing.imported", action: "other", imported: true },
      { address: "x_thing.moved", action: "other", previous_address: "x_thing.b" },
      { address: "data.x.y", action: "read" },
    ]);
  });

  test("hold drift and outputs apart", () => {
    const plan = sent({
      resource_drift: [resource({ before: { a: 1 }, after: { a: 2 } })],
      output_changes: {
        url: change({ actions: ["create"], before: null, after: "http://x" }),
        key: change({
          actions: ["update"],
          before: "o1d-key",
          after: "n3w-key",
          before_sensitive: true,
          after_sensitive: true,
        }),
        same: change({ actions: ["no-op"], before: 1, after: 1 }),
      },
    });
    expect(plan.drift).toMatchObject([{ address: "x_thing.a", action: "update" }]);
    expect(plan.outputs.map(({ address, attributes }) => [address, attributes])).toEqual([
      ["key", [{ path: "", before: sensitive, after: sensitive }]],
      ["url", [{ path: "", before: none, after: value('"http://x"') }]],
    ]);
    expect(plan.resources).toEqual([]);
  });
});

describe("what is sensitive", () => {
  const cases: [string, object][] = [
    [
      "a value on both sides",
      {
        before: { p: "s3cret-a" },
        after: { p: "s3cret-b" },
        before_sensitive: { p: true },
        after_sensitive: { p: true },
      },
    ],
    [
      "a value that became sensitive",
      { before: { p: "s3cret-a" }, after: { p: "s3cret-b" }, after_sensitive: { p: true } },
    ],
    [
      "a value that no longer is",
      { before: { p: "s3cret-a" }, after: { p: "s3cret-b" }, before_sensitive: { p: true } },
    ],
    [
      "one inside of lists and objects",
      {
        before: { a: [{ p: "s3cret-a", n: 1 }] },
        after: { a: [{ p: "s3cret-b", n: 2 }] },
        before_sensitive: { a: [{ p: true }] },
        after_sensitive: { a: [{ p: true }] },
      },
    ],
    ["a whole object", { before: null, after: { a: { deep: { p: "s3cret-a" } } }, after_sensitive: { a: true } }],
    ["the whole resource", { before: { p: "s3cret-a" }, after: null, before_sensitive: true }],
    [
      "what an unknown value replaces",
      { before: { a: { p: "s3cret-a" } }, after: {}, after_unknown: { a: true }, before_sensitive: { a: { p: true } } },
    ],
    [
      "a value that is repeated where it is not marked",
      { before: { p: "s3cret-a", id: "s3cret-a" }, after: { p: "x", id: "y" }, before_sensitive: { p: true } },
    ],
    [
      "a value of another type",
      {
        before: { p: ["s3cret-a"] },
        after: { p: { q: "s3cret-b" } },
        before_sensitive: { p: [true] },
        after_sensitive: { p: { q: true } },
      },
    ],
  ];

  test.each(cases)("%s is not shown", (_, changes) => {
    const plan = sent({ resource_changes: [resource(changes)] });
    expect(JSON.stringify(plan)).not.toContain("s3cret");
    expect(JSON.stringify(plan)).toContain("sensitive");
  });

  test("a sensitive variable is not shown where the plan repeats it", () => {
    const plan = sent({
      resource_changes: [resource({ before: {}, after: { url: "s3cret-variable" } })],
      variables: { password: { value: "s3cret-variable" } },
      configuration: { root_module: { variables: { password: { sensitive: true } } } },
    });
    expect(JSON.stringify(plan)).not.toContain("s3cret");
  });

  test("a secret of the task is masked in values, names and addresses, and before a value is cut", () => {
    const secret = "t0p-secret-value";
    const long = "x".repeat(995) + secret;
    const plan = sent(
      {
        resource_changes: [
          resource(
            { before: { [secret]: `a ${secret}` }, after: { long, line: `a\n${secret}` } },
            { address: `x_thing.a["${secret}"]`, module_address: secret },
          ),
        ],
        output_changes: { [secret]: change({ after: Buffer.from(secret).toString("base64") }) },
      },
      [secret],
    );
    const text = JSON.stringify(plan);
    expect(text).not.toMatch(/t0p-s|secret-value|dDBwLXNlY3JldC12YWx1/);
    expect(text).toContain("****");
    expect(plan.resources[0]?.attributes.find(({ path }) => path === "long")?.after.kind).toBe("cut");
  });

  test("text that no database holds is replaced", () => {
    const plan = sent({ resource_changes: [resource({ before: {}, after: { a: "nul \0", b: "half \ud800" } })] });
    expect(plan.resources[0]?.attributes).toHaveLength(2);
  });
});

describe("a large plan", () => {
  test("keeps what destroys, and counts the values and resources that it leaves out", () => {
    const big = (index: number, action: string) =>
      resource(
        {
          actions: [action],
          before: null,
          after: Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`a${n}`, "v".repeat(90)])),
        },
        { address: `x_thing.${action}[${index}]` },
      );
    const many = Array.from({ length: 400 }, (_, index) => big(index, "create"));
    const plan = sent({ resource_changes: [...many, big(0, "delete")] });
    expect(Buffer.byteLength(JSON.stringify(plan))).toBeLessThan(MAX_PLAN_BYTES * 1.01);
    expect(plan.resources[0]?.action).toBe("delete");
    expect(plan.resources[0]).toMatchObject({ omitted: 100 });
    expect(plan.resources).toHaveLength(401);
    expect(plan.resources.at(-1)).toMatchObject({ attributes: [], omitted: 300 });
    const names = Array.from({ length: 30_000 }, (_, index) =>
      resource({ actions: ["create"] }, { address: `x_thing.a[${index}]` }),
    );
    const cut = sent({ resource_changes: names });
    expect(cut.resources.length + cut.omitted).toBe(30_000);
    expect(cut.omitted).toBeGreaterThan(0);
  });
});
