import { describe, expect, test } from "vitest";
import { z } from "zod";
import { FeedEvent } from "@/lib/event/schema";
import type { Endpoint } from "@/lib/operation/endpoint";
import { toJson, writerOf } from "@/lib/operation/json-writer";
import { routes } from "@/lib/server/routes.gen";

const isEndpoint = (handler: unknown): handler is Endpoint => typeof handler === "function" && "operation" in handler;

const operations = routes
  .flatMap(({ handlers }) => Object.values(handlers).filter(isEndpoint))
  .map(({ operation }) => operation);
const outputs: [string, z.ZodType][] = [
  ...operations.map(({ name, output }): [string, z.ZodType] => [name, output]),
  ...operations.flatMap(({ name, semaphoreOutput }): [string, z.ZodType][] =>
    semaphoreOutput ? [[`${name} for Semaphore`, semaphoreOutput]] : [],
  ),
  ["feed", z.array(FeedEvent)],
];

let state = 1;
/** The same numbers in each run. */
function below(bound: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
}
const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;

const TEXTS = [
  "",
  "plain",
  'a "quote"',
  "back\\slash",
  "line\nbreak",
  "\u0000\u001f\u007f\u0085\u2028",
  "é日本語😀",
  "\ud83d",
  "\ude00 half",
  "</script>",
  "__proto__",
  "x".repeat(300),
];
const NUMBERS = [0, -0, 1, -1, 2 ** 31, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER];
const ODD = [
  undefined,
  null,
  "",
  "0",
  0,
  1.5,
  -0,
  NaN,
  Infinity,
  2 ** 53,
  true,
  {},
  [],
  [null],
  [undefined],
  { id: 1 },
  new Date(0),
  Symbol("s"),
  () => 1,
  { toJSON: () => "x" },
  Object.create({ id: 1 }),
  new Map(),
  "waiting",
];

/** A value that the schema most likely allows. */
function valid(schema: z.core.$ZodType, depth = 0): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "string":
      return oneOf(TEXTS);
    case "number":
      return oneOf("format" in def ? NUMBERS : [...NUMBERS, 0.1, 1e21, 1e-7]);
    case "boolean":
      return below(2) === 0;
    case "null":
      return null;
    case "enum":
    case "literal":
      return oneOf([...(schema._zod.values ?? [])]);
    case "nullable":
      return below(4) === 0 ? null : valid(def.innerType, depth);
    case "optional":
    case "default":
      return below(3) === 0 ? undefined : valid(def.innerType, depth);
    case "array":
      return Array.from({ length: below(depth > 3 ? 2 : 4) }, () => valid(def.element, depth + 1));
    case "union":
      return valid(oneOf(def.options), depth);
    case "record":
      return Object.fromEntries(
        Array.from({ length: below(3) }, () => [oneOf(TEXTS), valid(def.valueType, depth + 1)]),
      );
    case "pipe":
      return valid(def.in, depth);
    case "object":
      return objectOf(def.shape, depth);
    case "unknown":
      return oneOf(ODD);
    default:
      return oneOf(ODD);
  }
}

/** With a field that no schema names, and absent fields absent rather than undefined half of the time. */
function objectOf(shape: z.core.$ZodShape, depth: number): object {
  const entries = Object.entries(shape).map(([name, field]): [string, unknown] => [name, valid(field, depth + 1)]);
  const present = entries.filter(([, value]) => value !== undefined || below(2) === 0);
  if (below(3) === 0) present.reverse();
  return Object.fromEntries(below(3) === 0 ? [["leak", "secret"], ...present] : present);
}

/** The value with one place of it changed, at any depth; fields are also taken away. */
function broken(value: unknown): unknown {
  if (typeof value !== "object" || value === null || below(5) === 0) return oneOf(ODD);
  if (Array.isArray(value)) {
    if (value.length === 0) return oneOf(ODD);
    const at = below(value.length);
    return value.map((item, index) => (index === at ? broken(item) : item));
  }
  const names = Object.keys(value);
  if (names.length === 0) return oneOf(ODD);
  const chosen = oneOf(names);
  const entries = Object.entries(value);
  if (below(4) === 0) return Object.fromEntries(entries.filter(([name]) => name !== chosen));
  return Object.fromEntries(entries.map(([name, inner]) => [name, name === chosen ? broken(inner) : inner]));
}

type Outcome = { text: string | undefined } | { issues: unknown };

function outcomeOf(write: () => string | undefined): Outcome {
  try {
    return { text: write() };
  } catch (error) {
    return { issues: error instanceof z.ZodError ? error.issues : String(error) };
  }
}

const TRIES = process.env.SIGNALBOX_TEST_LONG === "1" ? 150 : 50;

describe("writes what parsing and JSON.stringify write, and refuses what they refuse", () => {
  test.each(outputs)("%s", (_name, schema) => {
    for (let n = 0; n < TRIES; n++) {
      const good = valid(schema);
      for (const value of [good, broken(good), broken(broken(good)), oneOf(ODD)]) {
        const expected = outcomeOf(() => JSON.stringify(schema.parse(value)));
        expect(outcomeOf(() => toJson(schema, value))).toEqual(expected);
        // What the compiled code writes by itself is no wider.
        const own = outcomeOf(() => writerOf(schema)(value) ?? undefined);
        if ("text" in own && own.text !== undefined) expect(own).toEqual(expected);
      }
    }
  });
});

test("the lists' own schemas are written without asking the schema", () => {
  const lists = outputs.filter(([name]) =>
    ["task.list", "task.last", "template.list", "event.list", "feed"].includes(name),
  );
  expect(lists).toHaveLength(5);
  for (const [name, schema] of lists) {
    const good = Array.from({ length: TRIES }, () => valid(schema)).filter((value) => schema.safeParse(value).success);
    expect(good.length, name).toBeGreaterThan(0);
    for (const value of good) expect(writerOf(schema)(value), name).not.toBeNull();
  }
});

test("a field that no schema names cannot leave, at any depth", () => {
  const schema = z.object({ id: z.int(), inner: z.array(z.object({ name: z.string() })) });
  const value = { id: 1, secret: "s", inner: [{ name: "n", secret: "s" }] };
  expect(toJson(schema, value)).toBe('{"id":1,"inner":[{"name":"n"}]}');
});

test("schemas that check or change more than types ask zod", () => {
  const schema = z.object({
    port: z.int().min(1),
    at: z.iso.datetime(),
    trimmed: z.string().trim(),
    strict: z.strictObject({ a: z.int() }).optional(),
    few: z.array(z.int()).max(1).optional(),
    length: z.string().transform((text) => text.length),
    coerced: z.coerce.number(),
    given: z.string().default("d").optional(),
  });
  const value = { port: 1, at: "2026-01-01T00:00:00Z", trimmed: " a ", length: "four", coerced: "5" };
  expect(toJson(schema, value)).toBe(JSON.stringify(schema.parse(value)));
  for (const wrong of [{ port: 0 }, { at: "yesterday" }, { strict: { a: 1, b: 2 } }, { few: [1, 2] }, { coerced: "x" }])
    expect(() => toJson(schema, { ...value, ...wrong })).toThrow(z.ZodError);
});
