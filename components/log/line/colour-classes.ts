/** Levels of red, green and blue in the palette of 256 colours, whose entries 16 to 231 are a cube of them. */
const LEVELS = [0, 95, 135, 175, 215, 255];
const FIRST_OF_CUBE = 16;
const FIRST_GREY = 232;
const GREYS = 24;

const greyLevel = (step: number): number => 8 + 10 * step;

/** ansi_up's style of text and of colours beyond the sixteen. Text is escaped, so it contains no tag. */
const STYLED = /<span style="([^"]*)"(?: class="([^"]*)")?>/g;
const COLOUR = /(background-)?color:rgb\((\d+),(\d+),(\d+)\)/;

const TEXT_STYLES: Record<string, string> = {
  "font-weight:bold": "font-bold",
  "opacity:0.7": "opacity-70",
  "font-style:italic": "italic",
  "text-decoration:underline": "underline",
};

/** The HTML with classes in place of inline styles; every colour is the nearest of 256. */
export const withClasses = (html: string): string =>
  html.replace(STYLED, (_, styles: string, classes = "") => {
    const names = styles.split(";").map(classOf);
    return `<span class="${[...names, classes].filter(Boolean).join(" ")}">`;
  });

function classOf(style: string): string {
  const [, background, ...rgb] = COLOUR.exec(style) ?? [];
  if (rgb.length === 0) return TEXT_STYLES[style] ?? "";
  adoptPalette();
  const index = nearest(rgb.map(Number));
  return background ? `ansi-bg ansi-b${index}` : `ansi-fg ansi-f${index}`;
}

/** The index of the nearest of the 240 colours that aren't tuned for each theme. */
export function nearest(rgb: readonly number[]): number {
  const steps = rgb.map((value) => closest(LEVELS, value));
  const cube = steps.map((step) => LEVELS[step] ?? 0);
  const mean = rgb.reduce((sum, value) => sum + value, 0) / 3;
  const grey = Math.min(GREYS - 1, Math.max(0, Math.round((mean - 8) / 10)));
  const greys = rgb.map(() => greyLevel(grey));
  if (distance(rgb, greys) < distance(rgb, cube)) return FIRST_GREY + grey;
  return steps.reduce((index, step) => index * LEVELS.length + step, 0) + FIRST_OF_CUBE;
}

const closest = (levels: readonly number[], value: number): number =>
  levels.reduce((best, level, at) => (Math.abs(level - value) < Math.abs((levels[best] ?? 0) - value) ? at : best), 0);

const distance = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0);

/** Red, green and blue of a colour of the palette. */
function rgbOf(index: number): string {
  if (index >= FIRST_GREY)
    return Array(3)
      .fill(greyLevel(index - FIRST_GREY))
      .join(" ");
  const place = index - FIRST_OF_CUBE;
  return [Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6].map((step) => LEVELS[step]).join(" ");
}

let adopted = false;

/** Made when the first such colour is shown: most logs have none. */
function adoptPalette(): void {
  if (adopted || typeof document === "undefined") return;
  adopted = true;
  const sheet = new CSSStyleSheet();
  const indices = Array.from({ length: FIRST_GREY + GREYS - FIRST_OF_CUBE }, (_, at) => at + FIRST_OF_CUBE);
  const rules = indices.map((at) => `.ansi-f${at}{--fg:rgb(${rgbOf(at)})}.ansi-b${at}{--bg:rgb(${rgbOf(at)})}`);
  sheet.replaceSync(rules.join(""));
  document.adoptedStyleSheets.push(sheet);
}
