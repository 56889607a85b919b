import { expect, test } from "vitest";
import { htmlOf as htmlFor } from "@/components/task/panel/results/markdown-html";

const htmlOf = (text: string) => htmlFor(text, "https://box.example.com");

test("markup in Markdown is text", () => {
  expect(htmlOf("**a** <img src=x>")).toBe("<p><strong>a</strong> &lt;img src=x&gt;</p>\n");
});

test("a table whose rows are filled up to hundreds of columns is too much to show", () => {
  const wide = (columns: number) => `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${"|b|\n".repeat(columns)}`;
  expect(htmlOf(wide(100))).toContain("<table>");
  expect(htmlOf(wide(300))).toBeNull();
});

test("the boxes of a task list are told apart", () => {
  expect(htmlOf("- [x] done\n- [ ] to do")).toBe("<ul>\n<li>☑ done</li>\n<li>☐ to do</li>\n</ul>\n");
});

test.each(["javascript:alert(1)", "data:text/html,x", "//other.example.com", "/admin", "report.html", "#top"])(
  "a link to %s, which leads nowhere, is text",
  (address) => {
    expect(htmlOf(`see [**it**](${address} "title")`)).toBe("<p>see <strong>it</strong></p>\n");
  },
);

test.each(["https://ci.example.com/7", "http://ci.example.com", "mailto:ops@example.com"])(
  "a link to %s stays one",
  (address) => {
    expect(htmlOf(`[it](${address})`)).toBe(`<p><a href="${address}">it</a></p>\n`);
  },
);

test("of images that are not loaded the text is shown, or else the address", () => {
  expect(htmlOf("![passed <b>](https://ci.example.com/badge.svg)")).toBe("<p>passed &lt;b&gt;</p>\n");
  expect(htmlOf("![](https://ci.example.com/badge.svg)")).toBe("<p>https://ci.example.com/badge.svg</p>\n");
  expect(htmlOf("[![passed](https://x.example.com/b.svg)](https://ci.example.com)")).toBe(
    '<p><a href="https://ci.example.com">passed</a></p>\n',
  );
  const artifact = "https://box.example.com/api/project/1/tasks/2/artifacts/3";
  expect(htmlOf(`![mine](${artifact})`)).toBe(`<p><img src="${artifact}" alt="mine"></p>\n`);
  expect(htmlOf("![list](https://box.example.com/api/project/1/tasks?export=csv)")).toBe("<p>list</p>\n");
  expect(htmlOf("![other](https://box.example.com.evil/a.png)")).toBe("<p>other</p>\n");
});
