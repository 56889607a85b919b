import { expect, test } from "vitest";
import { lineHtml } from "@/components/log/line/ansi";
import { nearest } from "@/components/log/line/colour-classes";

const html = (output: string) =>
  lineHtml({ first: 0, lines: [{ line: 0, time: "2026-11-20T06:00:00.000Z", output }] }, 0);

test.each([
  ["a colour of the 256", "\x1b[38;5;208mx", '<span class="ansi-fg ansi-f208">x</span>'],
  ["a background of the 256", "\x1b[48;5;240mx", '<span class="ansi-bg ansi-b240">x</span>'],
  ["one of the sixteen by its number", "\x1b[38;5;9mx", '<span class="ansi-bright-red-fg">x</span>'],
  ["a true colour", "\x1b[38;2;254;136;1mx", '<span class="ansi-fg ansi-f208">x</span>'],
  ["text styles", "\x1b[1;3;4;2mx", '<span class="font-bold opacity-70 italic underline">x</span>'],
  ["a bold one of the sixteen", "\x1b[1;31mx", '<span class="font-bold ansi-red-fg">x</span>'],
  [
    "colour and background",
    "\x1b[1;38;5;20;48;5;255mx",
    '<span class="font-bold ansi-fg ansi-f20 ansi-bg ansi-b255">x</span>',
  ],
])("%s is shown by classes", (_name, output, expected) => {
  expect(html(output)).toBe(expected);
});

test("text that looks like a style stays text", () => {
  expect(html('\x1b[31m<span style="color:rgb(1,2,3)">')).toBe(
    '<span class="ansi-red-fg">&lt;span style=&quot;color:rgb(1,2,3)&quot;&gt;</span>',
  );
});

test("the nearest colour is the colour itself for each of the palette", () => {
  const levels = [0, 95, 135, 175, 215, 255];
  for (const [r, red] of levels.entries())
    for (const [g, green] of levels.entries())
      for (const [b, blue] of levels.entries()) expect(nearest([red, green, blue])).toBe(16 + 36 * r + 6 * g + b);
  // 232 to 255 are greys.
  for (let step = 0; step < 24; step++) expect(nearest(Array(3).fill(8 + 10 * step))).toBe(232 + step);
});
