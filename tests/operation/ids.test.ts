import { describe, expect, test } from "vitest";
import type { Endpoint } from "@/lib/operation/endpoint";
import { parseId } from "@/lib/operation/id";
import { describeApi } from "@/lib/operation/openapi";
import { routes } from "@/lib/server/routes.gen";

/** Numbers in JavaScript, but not valid as ids. */
const BAD = [
  "0x1",
  "1e1",
  "01",
  " 1",
  "1 ",
  "1.0",
  "+1",
  "-1",
  "0",
  "",
  "0b1",
  "1_0",
  "١",
  "2147483648",
  "99999999999",
];

const paths = describeApi("1.2.3", routes).paths;

/** `before`, `after` and `with` are ids, unless they are times. */
const isId = (name: string, schema: unknown): boolean =>
  /(?:^|_)id$|Id$|^(?:before|after|with)$/.test(name) && JSON.stringify(schema).includes('"integer"');

/** Other numbers in a query: `limit`, or a line of a log. */
const isNumber = (name: string, schema: unknown): boolean =>
  !isId(name, schema) && JSON.stringify(schema).includes('"integer"');

/** Every operation with its ids' names, by their location in a request. */
const served = routes.flatMap(({ path, handlers }) =>
  Object.entries(handlers).flatMap(([method, handler]) => {
    const { operation } = handler as Partial<Endpoint>;
    const about = paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
    if (!operation || !about) return [];
    const namesIn = (place: "path" | "query", fits = isId) =>
      about.parameters.filter((at) => at.in === place && fits(at.name, at.schema)).map(({ name }) => name);
    const properties = about.requestBody?.content["application/json"]?.schema.properties ?? {};
    const inBody = Object.entries(properties).flatMap(([name, schema]) => (isId(name, schema) ? [name] : []));
    const [inPath, inQuery, numbers] = [namesIn("path"), namesIn("query"), namesIn("query", isNumber)];
    return [{ title: `${method} ${path}`, operation, inPath, inQuery, numbers, inBody }];
  }),
);

const titled = (kind: "inPath" | "inQuery" | "numbers" | "inBody") =>
  served.flatMap((each) => each[kind].map((name) => [`${name} of ${each.title}`, each, name] as const));

const refusedAt = (
  schema: Endpoint["operation"]["params"],
  value: Record<string, unknown>,
  name: string,
  why = "idInvalid",
) => schema.safeParse(value).error?.issues.some(({ path, message }) => path[0] === name && message === why);

describe("a number in a query has one notation", () => {
  test.each(titled("numbers"))("%s", (_title, { operation }, name) => {
    expect(operation.input.safeParse({ [name]: "12" }).data).toMatchObject({ [name]: 12 });
    for (const bad of BAD.filter((text) => !/^\d*$/.test(text) || text.startsWith("01")))
      if (name === "limit") expect(operation.input.parse({ limit: bad }), bad).toEqual(operation.input.parse({}));
      else expect(refusedAt(operation.input, { [name]: bad }, name, "integerRequired"), bad).toBe(true);
  });

  test("and an empty value counts as missing", () => {
    for (const [title, { operation }, name] of titled("numbers"))
      expect(operation.input.parse({ [name]: "" }), title).toEqual(operation.input.parse({}));
    expect(titled("numbers").length).toBeGreaterThan(10);
  });
});

test("an id has one notation", () => {
  expect(["1", "12", "2147483647"].map(parseId)).toEqual([1, 12, 2_147_483_647]);
  expect(BAD.map(parseId)).toEqual(BAD.map(() => null));
});

describe("an id in any other notation than its digits is rejected", () => {
  test.each(titled("inPath"))("in the path: %s", (_title, { operation, inPath }, name) => {
    const good = Object.fromEntries(inPath.map((each) => [each, "12"]));
    expect(operation.params.safeParse({ host: "h", tokenId: "t", nodeKey: "n", ...good }).data).toMatchObject({
      [name]: 12,
    });
    for (const bad of BAD) expect(refusedAt(operation.params, { ...good, [name]: bad }, name), bad).toBe(true);
  });

  test.each(titled("inQuery"))("in the query: %s", (_title, { operation }, name) => {
    expect(operation.input.safeParse({ [name]: "12" }).data).toMatchObject({ [name]: 12 });
    for (const bad of BAD) expect(refusedAt(operation.input, { [name]: bad }, name), bad).toBe(true);
  });

  test.each(titled("inBody"))("as a string in the body: %s", (_title, { operation }, name) => {
    for (const bad of [...BAD, "1"]) expect(refusedAt(operation.input, { [name]: bad }, name), bad).toBe(true);
  });

  test("and all three locations are covered", () => {
    expect(titled("inPath").length).toBeGreaterThan(100);
    expect(titled("inQuery").length).toBeGreaterThan(5);
    expect(titled("inBody").length).toBeGreaterThan(30);
  });
});
