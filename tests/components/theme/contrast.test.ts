import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Palette = Map<string, string>;

/** The custom properties of the first rule with this selector. */
function readPalette(file: string, selector: string): Palette {
  const css = readFileSync(file, "utf8");
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf("\n}", start));
  return new Map([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]));
}

function luminance(oklch: string): number {
  const [l = 0, c = 0, h = 0] = (oklch.match(/[\d.]+/g) ?? []).map(Number);
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channel = (value: number) => Math.min(1, Math.max(0, value));
  const red = channel(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short);
  const green = channel(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short);
  const blue = channel(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(palette: Palette, text: string, surface: string): number {
  const resolve = (name: string): string => {
    const value = palette.get(name) ?? "";
    const alias = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
    return alias ? resolve(alias) : value;
  };
  const [light = 0, dark = 0] = [luminance(resolve(text)), luminance(resolve(surface))].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ["background", "sidebar", "card", "popover", "muted"];
const STATUS = ["success", "error", "amber", "running", "waiting"];
const TOKENS = "components/theme/tokens.css";
const ANSI = "components/log/line/ansi.css";
const light = new Map([...readPalette(TOKENS, ":root"), ...readPalette(ANSI, ":root")]);
const dark = new Map([...light, ...readPalette(TOKENS, ".dark"), ...readPalette(ANSI, ".dark")]);

describe.each([
  ["light", light],
  ["dark", dark],
])("%s theme", (_name, palette) => {
  test.each(SURFACES)("text is readable on %s", (surface) => {
    for (const text of ["foreground", "muted-foreground", "primary-text", "error-text", "success-text", "amber-text"]) {
      expect(contrast(palette, text, surface), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(STATUS)("%s is readable on its own tint, and its status icon is visible on every surface", (status) => {
    expect(contrast(palette, `${status}-text`, `${status}-soft`)).toBeGreaterThanOrEqual(4.5);
    for (const surface of [...SURFACES, `${status}-soft`]) {
      expect(contrast(palette, status, surface), `${status} on ${surface}`).toBeGreaterThanOrEqual(3);
    }
  });

  test("buttons are readable", () => {
    for (const button of ["primary", "destructive"]) {
      expect(contrast(palette, `${button}-foreground`, button), button).toBeGreaterThanOrEqual(4.5);
      expect(contrast(palette, `${button}-foreground`, `${button}-hover`), `${button}-hover`).toBeGreaterThanOrEqual(
        4.5,
      );
    }
  });

  test("the log, its sixteen colours and the marked line are readable", () => {
    const colours = [...palette.keys()].filter((name) => name.startsWith("ansi-"));
    expect(colours).toHaveLength(16);
    for (const text of ["log-foreground", "log-number", ...colours]) {
      expect(contrast(palette, text, "log"), text).toBeGreaterThanOrEqual(4.5);
    }
    for (const marked of ["log-target", "log-hover"]) {
      expect(contrast(palette, "log-foreground", marked), marked).toBeGreaterThanOrEqual(4.5);
    }
    for (const marked of ["log-target", "log-hover", "error-soft"]) {
      expect(contrast(palette, "log-number", marked), marked).toBeGreaterThanOrEqual(4.5);
    }
  });
});
