import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";
import type { TestCase } from "@/lib/protocol/tests";

/** Elements in the order of the file, so that none of them is an object of one or a list of many. */
type Node = Readonly<Record<string, unknown>>;

const CDATA = "__cdata";

/** Entities are not expanded: a file may define its own, and a few lines of them fill the memory. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  cdataPropName: CDATA,
  processEntities: false,
  parseAttributeValue: false,
  parseTagValue: false,
  trimValues: false,
});

const NAMED: Readonly<Record<string, string>> = { amp: "&", apos: "'", gt: ">", lt: "<", quot: '"' };
const ATTRIBUTES = ":@";
const TEXT = "#text";
const Nodes = z.array(z.record(z.string(), z.unknown()));

/** More take the memory that other tasks of the runner need. */
const MAX_ELEMENTS = 500_000;
/** Maximum length of the names of suites around a test. */
const MAX_SUITE = 1_000;

export const isJunit = (text: string): boolean => /<testsuites?[\s>/]/.test(text);

/** The tests in a JUnit file; `none`: it is no such file, `broken`: it cannot be read. */
export function readJunit(text: string): TestCase[] | "none" | "broken" {
  if (!isJunit(text)) return "none";
  if (hasMore(text, "<", 2 * MAX_ELEMENTS)) return "broken";
  try {
    // Broken off, perhaps because its program was stopped.
    if (XMLValidator.validate(text) !== true) return "broken";
    const nodes = childrenOf(parser.parse(text));
    const suites = nodes.filter((node) => nameOf(node) === "testsuites" || nameOf(node) === "testsuite");
    return suites.length === 0 ? "none" : suites.flatMap((suite) => testsIn(suite, ""));
  } catch {
    return "broken";
  }
}

function hasMore(text: string, part: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0 && count <= most; at = text.indexOf(part, at + 1)) count += 1;
  return count > most;
}

/** Thousands of tests may share the name, so that it is put together once, and short. */
function testsIn(node: Node, around: string): TestCase[] {
  const name = attributeOf(node, "name");
  const suite = [around, name]
    .filter((part) => part !== "")
    .join(" › ")
    .slice(0, MAX_SUITE);
  return childrenOf(node[nameOf(node)]).flatMap((child) => {
    if (nameOf(child) === "testsuite") return testsIn(child, suite);
    return nameOf(child) === "testcase" ? [testOf(child, suite)] : [];
  });
}

function testOf(node: Node, suite: string): TestCase {
  const children = childrenOf(node.testcase);
  const failure = children.find((child) => nameOf(child) === "failure" || nameOf(child) === "error");
  // GoogleTest says of a disabled test only that it was not run.
  const skipped = children.some((child) => nameOf(child) === "skipped") || attributeOf(node, "status") === "notrun";
  const seconds = Number.parseFloat(attributeOf(node, "time").replaceAll(",", ""));
  return {
    suite: attributeOf(node, "classname") || suite,
    name: attributeOf(node, "name"),
    state: failure ? "failed" : skipped ? "skipped" : "passed",
    seconds: seconds >= 0 ? seconds : null,
    message: failure ? attributeOf(failure, "message") : "",
    details: failure ? textOf(failure).trim() : "",
  };
}

function childrenOf(value: unknown): Node[] {
  return Nodes.safeParse(value).data ?? [];
}

const nameOf = (node: Node): string => Object.keys(node).find((key) => key !== ATTRIBUTES) ?? "";

function attributeOf(node: Node, name: string): string {
  const attributes = node[ATTRIBUTES];
  const value = typeof attributes === "object" && attributes !== null ? Reflect.get(attributes, name) : undefined;
  return decoded(typeof value === "string" ? value : "");
}

/** Text and CDATA below an element. */
const textOf = (node: Node): string =>
  childrenOf(node[nameOf(node)])
    .map((child) => {
      if (CDATA in child)
        return childrenOf(child[CDATA])
          .map((part) => String(part[TEXT] ?? ""))
          .join("");
      return decoded(String(child[TEXT] ?? ""));
    })
    .join("");

/** What every XML file may use, and no more. */
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (entity, decimal, hexadecimal, name) => {
    if (name) return NAMED[String(name)] ?? entity;
    const code = Number.parseInt(String(decimal ?? hexadecimal), decimal ? 10 : 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
  });
