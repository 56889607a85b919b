import { describe, expect, test } from "vitest";
import { coloursRemoved, lineHtml, plainColours } from "@/components/log/line/ansi";
import type { LogPage } from "@/components/log/log-store";

const page = (...outputs: string[]): LogPage => ({
  first: 0,
  lines: outputs.map((output, line) => ({ line, time: "2026-11-20T06:00:00.000Z", output })),
});

describe("colours", () => {
  test("the sixteen colours become class names", () => {
    expect(lineHtml(page("\x1b[31mred\x1b[0m \x1b[92mgreen"), 0)).toBe(
      '<span class="ansi-red-fg">red</span> <span class="ansi-bright-green-fg">green</span>',
    );
    expect(lineHtml(page("\x1b[44mblue"), 0)).toBe('<span class="ansi-blue-bg">blue</span>');
  });

  test("markup in a log is escaped", () => {
    expect(lineHtml(page(`<img src=x onerror="alert('1')">`), 0)).toBe(
      "&lt;img src=x onerror=&quot;alert(&#x27;1&#x27;)&quot;&gt;",
    );
  });

  test("continue on the next line of a page, in whatever order lines are rendered", () => {
    const lines = page("\x1b[33mchanged", "still yellow\x1b[0m", "plain");
    expect(lineHtml(lines, 2)).toBe("plain");
    expect(lineHtml(lines, 1)).toBe('<span class="ansi-yellow-fg">still yellow</span>');
  });

  test("continue on lines that are appended to a page", () => {
    const lines = page("\x1b[36mone");
    expect(lineHtml(lines, 0)).toContain("ansi-cyan-fg");
    lines.lines.push({ line: 1, time: "2026-11-20T06:00:00.000Z", output: "two" });
    expect(lineHtml(lines, 1)).toBe('<span class="ansi-cyan-fg">two</span>');
  });

  test("don't continue on the next page", () => {
    lineHtml(page("\x1b[31mred to the end"), 0);
    expect(lineHtml(page("next page"), 0)).toBe("next page");
  });
});

describe("what a terminal doesn't display", () => {
  test.each([
    ["a window title", "\x1b]0;title\x07text", "text"],
    ["a hyperlink, except its text", "\x1b]8;;https://evil.example\x1b\\click\x1b]8;;\x1b\\ me", "click me"],
    ["an unfinished title", "text\x1b]0;tit", "text"],
    ["cursor movement", "\x1b[2K\x1b[1Gtext", "text"],
    ["an unfinished sequence", "text\x1b[3", "text"],
    ["a lone escape", "te\x1bxt", "text"],
    ["text overwritten after a carriage return", "10%\r50%\r100%", "100%"],
    ["a carriage return at the end", "text\r", "text"],
    ["control characters", "te\x00\x08\x7fxt", "text"],
  ])("%s is removed", (_name, output, expected) => {
    expect(plainColours(output)).toBe(expected);
  });

  test("tabs and colours are kept", () => {
    expect(plainColours("a\tb \x1b[1;31mred\x1b[m")).toBe("a\tb \x1b[1;31mred\x1b[m");
  });
});

test("copied lines contain no escape sequences", () => {
  expect(coloursRemoved("\u001b[31mfatal\u001b[0m: [web2]")).toBe("fatal: [web2]");
});
