import { describe, expect, test } from "vitest";
import { lineHtml } from "@/components/log/line/ansi";

const html = (output: string) =>
  lineHtml({ first: 0, lines: [{ line: 0, time: "2026-11-20T06:00:00.000Z", output }] }, 0);
const link = (address: string) =>
  `<a href="${address}" target="_blank" rel="noopener noreferrer" class="underline">${address}</a>`;

describe("addresses in a log", () => {
  test.each([
    ["an address", "see https://example.com/a?b=c#d", `see ${link("https://example.com/a?b=c#d")}`],
    ["plain HTTP", "http://localhost:8080/", link("http://localhost:8080/")],
    ["an ampersand", "https://x.io/?a=1&b=2", link("https://x.io/?a=1&amp;b=2")],
    ["the end of a sentence", "Open https://x.io/a.", `Open ${link("https://x.io/a")}.`],
    [
      "brackets around it",
      "(https://x.io/a) [https://x.io/b]",
      `(${link("https://x.io/a")}) [${link("https://x.io/b")}]`,
    ],
    ["an ampersand at the end", "https://x.io/?a&. Yes", `${link("https://x.io/?a&amp;")}. Yes`],
    ["brackets and punctuation after it", "(see https://x.io/a?).;", `(see ${link("https://x.io/a")}?).;`],
    ["brackets in it", "https://x.io/a_(b)", link("https://x.io/a_(b)")],
    [
      "quotes around it",
      `"https://x.io" 'https://x.io'`,
      `&quot;${link("https://x.io")}&quot; &#x27;${link("https://x.io")}&#x27;`,
    ],
    ["a colour around it", "\x1b[31mhttps://x.io\x1b[0m", `<span class="ansi-red-fg">${link("https://x.io")}</span>`],
  ])("%s", (_name, output, expected) => {
    expect(html(output)).toBe(expected);
  });

  test.each([
    ["other schemes", "javascript://x.io/%0aalert(1) file:///etc/passwd ftp://x.io ssh://git@x.io"],
    ["part of a word", "xhttps://x.io"],
    ["no host", "https://"],
  ])("%s are no links", (_name, output) => {
    expect(html(output)).not.toContain("<a");
  });

  test("a link of the log itself leads nowhere but to what is shown", () => {
    expect(html("\x1b]8;;https://evil.example\x1b\\https://good.example\x1b]8;;\x1b\\")).toBe(
      link("https://good.example"),
    );
  });

  test("markup in an address stays text", () => {
    const made = html(`https://x.io/"onmouseover="alert(1)<img src=x>`);
    expect(made).toBe(`${link("https://x.io/")}&quot;onmouseover=&quot;alert(1)&lt;img src=x&gt;`);
  });

  test("characters that could hide where it leads end it", () => {
    expect(html("https://x.io/\u202egnp.exe")).toBe(`${link("https://x.io/")}\u202egnp.exe`);
  });

  test.each([
    ["brackets", `http://a${")".repeat(16_000)}`],
    ["dots", `http://a${".".repeat(16_000)}x`],
    ["a long path", `http://a/${"b".repeat(16_000)}`],
  ])("%s without an end are no links, and cost no time", (_name, output) => {
    const began = performance.now();
    expect(html(output)).toBe(output);
    expect(performance.now() - began).toBeLessThan(100);
  });
});
