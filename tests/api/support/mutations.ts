import type { Random } from "../../chaos/random";

/** An invalid request; `field` is the path of the changed one. */
export type Mutation = {
  what: string;
  path: string;
  body?: string;
  field?: string;
  headers?: Record<string, string>;
  /** The only acceptable status. */
  status?: number;
};

const LONG = "x".repeat(100_000);
const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

/** JSON texts of every type, and the limits of their ranges. */
const VALUES = [
  ...["null", "true", "false", '""', '"x"', '"0"', '" "', "[]", "{}", "[null]", '[""]', "[1,[2]]", '{"a":1}'],
  ...["0", "-1", "1.5", "-0", "1e400", "2147483647", "2147483648", "-2147483649", "9007199254740993", "1e21"],
  ...[
    String.raw`"\u0000"`,
    String.raw`"a\u0000b"`,
    String.raw`"\ud800"`,
    String.raw`"\u202e"`,
    '"😀"',
    '"\'; drop table x"',
  ],
  ...[
    `"${LONG}"`,
    `"${"9".repeat(400)}"`,
    deep(1000),
    '{"__proto__":{"admin":true}}',
    '{"constructor":1,"toString":2}',
  ],
  ...['"../../etc/passwd"', '"{}"', '"[]"', String.raw`"{\"a\":\"\\u0000\"}"`, '"2100-01-01T00:00:00Z"', '"%00"'],
  ...["[3000000000]", "[-3000000000]", String.raw`{"\u0000":1}`, String.raw`{"\ud800":1}`],
  ...[
    String.raw`"{\"a\":\"\\ud800\"}"`,
    String.raw`"[\"\\ud800\"]"`,
    '"0000-01-01T00:00:00Z"',
    '"9999-12-31T23:59:59Z"',
  ],
];

const BODIES = [
  ...["", " ", "{", "null", "[]", "[{}]", "1", '"x"', "true", "{}", '{"a":1}', "NaN", "{'a':1}", "\u0000", "\ufeff{}"],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}', "{}{}", "a=b&c=d", "<x/>"],
  ...[deep(100_000), `{"a":${deep(10_000)}}`, '{"a":1,'.repeat(5000)],
];

const IDS = [
  ...["0", "-1", "1.5", "x", "null", "undefined", "NaN", "1e3", "0x10", "2147483647", "2147483648", "9007199254740993"],
  ...["%00", "..%2f..", "%ff", "1%20or%201=1", "__proto__", "constructor", "%F0%9F%98%80", "x".repeat(3000)],
];

const TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "image/png",
  "x",
  "",
];

const QUERY = [
  "",
  "x",
  "-1",
  "0",
  "1.5",
  "1e9",
  "2147483648",
  "%00",
  "%ff",
  "[]",
  "null",
  "true",
  "a'b",
  "x".repeat(3000),
];

const WITH_BODY = new Set(["POST", "PUT"]);

type Route = {
  method: string;
  /** `/project/{projectId}/keys`. */
  template: string;
  ids: Readonly<Record<string, number | string>>;
  /** Ids of the same kinds in another project. */
  foreign: Readonly<Record<string, number | string>>;
  body: object | undefined;
  /** Names of query parameters and of further body fields, from the API description. */
  query: readonly string[];
  fields: readonly string[];
};

/** All mutations of a route's request, in an order determined by the seed, but first what no text may contain in each filter. */
export function mutationsOf(route: Route, random: Random): Mutation[] {
  const path = pathOf(route, {});
  const all = [
    ...ofPath(route),
    ...(route.method === "GET" ? ofQuery(route, path) : []),
    ...(WITH_BODY.has(route.method) ? [...ofBody(route.body ?? {}, path), ...ofFields(route, path)] : []),
  ];
  const nuls = route.method === "GET" ? route.query.map((name) => withQuery(path, name, "%00")) : [];
  return [...nuls, ...random.shuffled(all)];
}

const pathOf = ({ template, ids }: Route, others: Readonly<Record<string, number | string>>) =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(others[name] ?? ids[name]));

function ofPath(route: Route): Mutation[] {
  const body = route.body && JSON.stringify(route.body);
  return Object.keys(route.ids)
    .filter((name) => route.template.includes(`{${name}}`))
    .flatMap((name) =>
      [...IDS, ...(name in route.foreign ? [route.foreign[name] ?? 0] : [])].map((id) => ({
        what: `${name}=${String(id).slice(0, 30)}`,
        path: pathOf(route, { [name]: id }),
        body,
      })),
    );
}

const ofQuery = ({ query }: Route, path: string): Mutation[] =>
  [...new Set([...query, "sort", "order", "limit", "before", "x[]", "%00"])].flatMap((name) =>
    QUERY.map((value) => withQuery(path, name, value)),
  );

const withQuery = (path: string, name: string, value: string): Mutation => ({
  what: `?${name}=${value.slice(0, 30)}`,
  path: `${path}?${name}=${value}&${name}=${value}`,
});

function ofBody(body: object, path: string): Mutation[] {
  const text = JSON.stringify(body);
  return [
    ...BODIES.map((sent) => ({ what: `body ${sent.slice(0, 40)}`, path, body: sent })),
    ...TYPES.map((type) => ({ what: `type ${type}`, path, body: text, headers: { "content-type": type } })),
    { what: "every field twice", path, body: `${text.slice(0, -1)},${text.slice(1)}` },
    // More than any route reads, except what a state or an old runner sends.
    { what: "20 MB", path, body: `${text.slice(0, -1)},"padding":"${"x".repeat(20 * 1024 * 1024)}"}`, status: 413 },
    { what: "a proto", path, body: `{"__proto__":{"admin":true,"id":1},${text.slice(1)}` },
  ];
}

function ofFields({ body = {}, fields, foreign }: Route, path: string): Mutation[] {
  const places = [...placesIn(body), ...fields.filter((name) => !(name in body)).map((name) => [name])];
  const ids = Object.values(foreign).map((id) => JSON.stringify(id));
  return places.flatMap((place) => [
    ...[...VALUES, ...ids].map((value) => ({
      what: `${place.join(".")}=${value.slice(0, 40)}`,
      path,
      field: place.join("."),
      body: withValue(body, place, value),
    })),
    { what: `no ${place.join(".")}`, path, field: place.join("."), body: without(body, place) },
  ]);
}

/** The path of every value of a JSON document. */
function placesIn(value: unknown, above: string[] = []): string[][] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = [...above, name];
    return [place, ...placesIn(inner, place)];
  });
}

const MARK = "the value comes here";

/** As text, because JSON can express more than JavaScript's numbers. */
function withValue(body: object, place: string[], json: string): string {
  const copy = structuredClone(body);
  const [holder, name] = holderOf(copy, place);
  holder[name] = MARK;
  return JSON.stringify(copy).replace(`"${MARK}"`, () => json);
}

function without(body: object, place: string[]): string {
  const copy = structuredClone(body);
  const [holder, name] = holderOf(copy, place);
  delete holder[name];
  return JSON.stringify(copy);
}

function holderOf(body: object, place: string[]): [Record<string, unknown>, string] {
  let holder = body as Record<string, unknown>;
  for (const name of place.slice(0, -1)) holder = holder[name] as Record<string, unknown>;
  return [holder, place.at(-1) ?? ""];
}
