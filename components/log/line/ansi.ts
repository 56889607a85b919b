import { AnsiUp } from "ansi_up";
import { withClasses } from "@/components/log/line/colour-classes";
import { withLinks } from "@/components/log/line/links";
import type { LogPage } from "@/components/log/log-store";

/* This file processes ESC and other control characters. */
// biome-ignore-start lint/suspicious/noControlCharactersInRegex: see above
const OSC = /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\|$)/g;
const CSI_WITHOUT_COLOUR = /\x1b\[(?![\d;]*m)[0-?]*[ -/]*(?:[@-~]|$)/g;
const COLOUR = /\x1b\[[\d;]*m/g;
const STRAY_ESCAPE = /\x1b(?!\[[\d;]*m)[@-Z\\^_]?/g;
const OVERWRITTEN = /^.*\r(?=.)/s;
const CONTROL = /[\x00-\x08\x0a-\x1a\x1c-\x1f\x7f]/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: see above

/** A line as a terminal would show it, without escape sequences other than colours. */
export function plainColours(output: string): string {
  return output
    .replace(OSC, "")
    .replace(CSI_WITHOUT_COLOUR, "")
    .replace(STRAY_ESCAPE, "")
    .replace(OVERWRITTEN, "")
    .replace(CONTROL, "");
}

/** A line as plain text. */
export const coloursRemoved = (output: string): string => plainColours(output).replace(COLOUR, "");

type Rendered = { ansi: AnsiUp; html: string[] };

const renderedPages = new WeakMap<LogPage, Rendered>();

function newConverter(): AnsiUp {
  const ansi = new AnsiUp();
  ansi.use_classes = true;
  ansi.url_allowlist = {};
  return ansi;
}

/**
 * The escaped HTML of a line. Colours continue from line to line within a page; each page starts plain, because the
 * lines before it may not be loaded.
 */
export function lineHtml(page: LogPage, place: number): string {
  let rendered = renderedPages.get(page);
  if (!rendered) {
    rendered = { ansi: newConverter(), html: [] };
    renderedPages.set(page, rendered);
  }
  const { ansi, html } = rendered;
  for (const { output } of page.lines.slice(html.length, place + 1))
    html.push(withLinks(withClasses(ansi.ansi_to_html(plainColours(output)))));
  return html[place] ?? "";
}
