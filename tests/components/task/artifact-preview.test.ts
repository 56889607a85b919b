import { expect, test } from "vitest";
import { previewOf } from "@/components/task/panel/results/artifact-preview";

test.each([
  ["chart.PNG", 10_000_000, "image"],
  ["drawing.svg", 100, "image"],
  ["coverage/index.html", 100, "html"],
  ["notes.md", 100, "markdown"],
  ["run.log", 100, "text"],
  ["data.json", 100, "text"],
  ["junit.xml", 100, "text"],
  ["huge.log", 3_000_000, null],
  ["huge.html", 3_000_000, null],
  ["archive.tar.gz", 100, null],
  ["script.js", 100, null],
  ["no-extension", 100, null],
])("%s of %i bytes is shown as %s", (path, size, preview) => {
  expect(previewOf({ id: 1, path, size })).toBe(preview);
});
