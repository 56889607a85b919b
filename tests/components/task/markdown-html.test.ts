import { expect, test } from "vitest";
import { htmlOf } from "@/components/task/panel/results/markdown-html";

test("markup in Markdown is text", () => {
  expect(htmlOf("**a** <img src=x>")).toBe("<p><strong>a</strong> &lt;img src=x&gt;</p>\n");
});

test("a table whose rows are filled up to hundreds of columns is too much to show", () => {
  const wide = (columns: number) => `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${"|b|\n".repeat(columns)}`;
  expect(htmlOf(wide(100))).toContain("<table>");
  expect(htmlOf(wide(300))).toBeNull();
});
