import { expect, test } from "vitest";
import { readJunit } from "@/runner/results/junit";

const suite = (inner: string) => `<testsuite name="s">${inner}</testsuite>`;
const first = (xml: string) => {
  const tests = readJunit(xml);
  return typeof tests === "string" ? tests : tests[0];
};

test.each([
  [
    "a test that passes",
    '<testcase name="a" classname="c" time="1.25"/>',
    { name: "a", suite: "c", state: "passed", seconds: 1.25 },
  ],
  ["one without a class", '<testcase name="a"/>', { suite: "s", seconds: null }],
  ["a skipped one", '<testcase name="a"><skipped/></testcase>', { state: "skipped" }],
  [
    "a failure",
    '<testcase name="a"><failure message="m">text</failure></testcase>',
    { state: "failed", message: "m", details: "text" },
  ],
  ["an error", '<testcase name="a"><error>text</error></testcase>', { state: "failed", message: "", details: "text" }],
  ["text as CDATA", "<testcase name='a'><failure><![CDATA[a < b & c]]></failure></testcase>", { details: "a < b & c" }],
  [
    "CDATA with entities, which are its text",
    "<testcase name='a'><failure><![CDATA[&lt;b&gt;]]></failure></testcase>",
    { details: "&lt;b&gt;" },
  ],
  ["a disabled one of GoogleTest", '<testcase name="DISABLED_a" status="notrun"/>', { state: "skipped" }],
  ["a time of more than a thousand seconds", '<testcase name="a" time="1,234.5"/>', { seconds: 1234.5 }],
  ["entities that every file has", '<testcase name="&lt;a&gt; &amp;amp; &#65;&#x42;"/>', { name: "<a> &amp; AB" }],
])("%s", (_, xml, expected) => {
  expect(first(suite(xml))).toMatchObject(expected);
});

test("suites within suites", () => {
  const xml = `<testsuites name="all">${suite('<testsuite name="inner"><testcase name="a"/></testsuite>')}</testsuites>`;
  expect(first(xml)).toMatchObject({ suite: "all › s › inner" });
});

test.each([
  ["other XML", "<html><body/></html>"],
  ["no XML", "testsuite"],
  ["nothing", ""],
  ["a report of something else", '<coverage><x name="<testsuite>"/></coverage>'],
])("%s is no report", (_, text) => {
  expect(readJunit(text)).toBe("none");
});

test("entities that the file defines are not expanded", () => {
  const levels = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join("");
  const xml = `<?xml version="1.0"?><!DOCTYPE t [<!ENTITY e0 "ha"><!ENTITY f SYSTEM "file:///etc/passwd">${levels}]>${suite('<testcase name="&e12; &f;"/>')}`;
  const began = performance.now();
  expect(JSON.stringify(readJunit(xml)).length).toBeLessThan(1000);
  expect(performance.now() - began).toBeLessThan(1000);
});

test("names of objects' own parts do no harm", () => {
  const read = readJunit(suite('<testcase name="__proto__" constructor="x" __proto__="y"/>'));
  expect(read === "broken" || (read !== "none" && read[0]?.name === "__proto__")).toBe(true);
  expect(Reflect.get({}, "y")).toBeUndefined();
});
