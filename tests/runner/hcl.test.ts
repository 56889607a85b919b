import { expect, test } from "vitest";
import { type Block, NotHcl, readBlocks } from "@/runner/state/hcl";

const only = (source: string): Block => {
  const [block, ...more] = readBlocks(source);
  if (!block || more.length > 0) throw new Error(`${more.length + 1} blocks`);
  return block;
};

/** Types and labels of the blocks inside of the first one. */
const inside = (source: string) => only(source).blocks.map(({ type, labels }) => [type, ...labels].join(" "));

test("blocks, labels and plain settings are read", () => {
  const block = only(
    'terraform {\n  required_version = ">= 1.4"\n  backend "s3" {\n    bucket = "b"\n  }\n  cloud {}\n}\n',
  );
  expect(block.settings).toEqual({ required_version: ">= 1.4" });
  expect(block.blocks).toEqual([
    { type: "backend", labels: ["s3"], settings: { bucket: "b" }, words: {}, blocks: [] },
    { type: "cloud", labels: [], settings: {}, words: {}, blocks: [] },
  ]);
});

test.each([
  ["one line", 'terraform { backend "http" {} }', ["backend http"]],
  ["windows", '\ufeffterraform {\r\n  backend "http" {\r\n  }\r\n}\r\n', ["backend http"]],
  ["comments", '# x {\n// "\n/* backend "a" {} \n*/ terraform /* { */ { # }\n backend "b" {}\n}', ["backend b"]],
  [
    "a heredoc",
    `terraform {\n x = <<-E\n  backend "a" {}\n  } " \${"}"} $\${\n  EE\n  E\n backend "b" {}\n}`,
    ["backend b"],
  ],
  ["a label without quotes", "terraform {\n  backend s3 {}\n}", ["backend s3"]],
  ["a nested quote", `terraform {\n  x = "a \${f("} \${1} \\" {")} b"\n  backend "b" {}\n}`, ["backend b"]],
  ["a directive", 'terraform {\n  x = "%{ if true }{%{ else }%%{ %{ endif }"\n  backend "b" {}\n}', ["backend b"]],
  [
    "a list over several lines",
    'terraform {\n  x = [\n    { backend = "x" },\n  ]\n  backend "b" {}\n}',
    ["backend b"],
  ],
  ["no blocks", 'terraform {\n  x = "backend \\"s3\\" {}"\n  # backend "s3" {}\n}', []],
])("%s", (_, source, found) => {
  expect(inside(source)).toEqual(found);
});

test("escapes are resolved, and a string with an interpolation has no value", () => {
  const { settings } = only(`local {\n  a = "\\u0041\\n\\"$\${x}"\n  b = "\${var.x}"\n  c = 1\n  d = "x" + 1\n}`);
  expect(settings).toEqual({ a: `A\n"\${x}`, b: null, c: null, d: null });
});

test("a value of one word is known, and no other", () => {
  const { words } = only(
    "variable v {\n  type = string // text\n  sensitive = true\n  a = list(string)\n  b = x.y\n  c = 1\n  d = (true)\n}",
  );
  expect(words).toEqual({ type: "string", sensitive: "true" });
  expect(only("variable v { type = number }").words).toEqual({ type: "number" });
});

test.each(["terraform {", 'x = "', "x = <<E\n", "}", "x = [}", "/* terraform {", 'x = "${"', "terraform { = }", "a b"])(
  "%j is rejected",
  (source) => {
    expect(() => readBlocks(source)).toThrow(NotHcl);
  },
);

/** mulberry32: the same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Expressions, comments and blocks that would hide or fake a backend from a careless reader. */
function randomCode(seed: number): { source: string; declared: string[] } {
  const random = randomOf(seed);
  const one = <Value>(...values: Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const declared: string[] = [];
  const lure = () =>
    one('backend "s3" {}', "terraform {", "}", '"', "{", "EOT2", "cloud {}", "# x", "/*", "*/", "\\\\");
  const text = (depth: number): string =>
    `"${one("", "a", "$${", "%%{", '\\"', "\\\\", "{", "}", "#", "//", "/*")}${depth > 0 ? `\${${expression(depth - 1)}}` : ""}"`;
  const heredoc = () =>
    `<<${one("", "-")}EOT\n${lure().replaceAll("${", "")} \n  ${lure()}\n\${"x"} $\${\n ${one("", " ")}EOT`;
  const expression = (depth: number): string =>
    one(
      () => "1",
      () => "var.x[0]",
      () => text(depth),
      () => `[\n  ${text(depth)}, # ${lure()}\n]`,
      () => `{ backend = ${text(0)} }`,
      () => `{\n  terraform : ${depth > 0 ? expression(depth - 1) : "1"} // ${lure()}\n}`,
      () => `f(${text(depth)}, /* ${lure().replaceAll("*/", "")} */ 2)`,
    )();
  const value = () => one(expression(2), heredoc());
  const comment = () => one("", `# ${lure()}\n`, `// ${lure()}\n`, `/* ${lure().replaceAll("*/", "")}\n */\n`);
  const backend = () => {
    const type = one("http", "s3", "local", "gcs");
    declared.push(type);
    return `backend "${type}" {\n${comment()}  path = ${value()}\n}\n`;
  };
  const item = () => one(`x = ${value()}\n`, `inner "backend" {\n  y = ${value()}\n}\n`, comment());
  const body = () => `${item()}${random() < 0.4 ? backend() : ""}${comment()}${item()}`;
  const blocks = Array.from({ length: 4 }, () =>
    random() < 0.5 ? `terraform {\n${body()}}\n` : `resource "a" "terraform" {\n${item()}backend "no" {}\n}\n`,
  );
  return { source: blocks.map((block) => comment() + block).join("\n"), declared };
}

test("random valid code is parsed correctly", () => {
  for (let seed = 1; seed <= 3000; seed++) {
    const { source, declared } = randomCode(seed);
    const found = readBlocks(source)
      .filter(({ type }) => type === "terraform")
      .flatMap(({ blocks }) => blocks.filter(({ type }) => type === "backend").map(({ labels }) => labels[0]));
    expect(found, `seed ${seed}:\n${source}`).toEqual(declared);
  }
});

test.each([
  ["a block without its end", 'a = 1\nresource "x" "y" {\n  b = 1\n\n', "{\n  b"],
  ["a list without its end", "terraform {\n  x = [\n    1\n}\n", "}"],
  ["a quote without its end", 'terraform {\n  x = "abc\n}\n', "\n}\n"],
  ["a heredoc without its end", "terraform {\n  x = <<E\n}\n", "<<E"],
  ["a word alone", "terraform {}\nabc\n", "abc"],
  ["a value without a name", "terraform {}\n= 1\n", "= 1"],
])("%s is found where it is", (_, source, place) => {
  try {
    readBlocks(source);
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof NotHcl)) throw error;
    expect(source.slice(error.at, error.at + place.length)).toBe(place);
  }
});

test("random damage never hangs, and only throws NotHcl", () => {
  const random = randomOf(7);
  for (let seed = 1; seed <= 500; seed++) {
    const { source } = randomCode(seed);
    const at = Math.floor(random() * source.length);
    const damaged = source.slice(0, at) + ['"', "{", "}", "${", "<<EOT\n", "\\", "/*"][seed % 7] + source.slice(at + 1);
    try {
      readBlocks(damaged);
    } catch (error) {
      expect(error).toBeInstanceOf(NotHcl);
    }
  }
});

test("a deeply nested file is parsed at any depth", () => {
  const depth = 50_000;
  const source = `x = ${'"${'.repeat(depth)}1${'}"'.repeat(depth)}\n${"a {\n".repeat(depth)}${"}\n".repeat(depth)}terraform { backend "s3" {} }\n`;
  expect(readBlocks(source).at(-1)?.blocks[0]?.labels).toEqual(["s3"]);
});
