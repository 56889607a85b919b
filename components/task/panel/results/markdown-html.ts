import { Marked } from "marked";

/** More would hold up the browser where they are checked and shown: a table's rows are filled up to its columns. */
const MAX_TAGS = 50_000;

const escaped = (html: string): string => html.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** A relative address, or a place in the text, leads nowhere. */
const LEADS_SOMEWHERE = /^(?:https?:\/\/|mailto:)/i;

/** Below our own origin: images of other servers are not loaded, and an image must not ask ours for anything else. */
const ARTIFACT = /^\/api\/project\/\d+\/tasks\/\d+\/artifacts\/\d+$/;

/** `origin`: ours. False: as usual. */
const markdownFor = (origin: string) =>
  new Marked({
    gfm: true,
    renderer: {
      // Markup in the text is shown as it is written.
      html: ({ text }) => escaped(text),
      checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
      link({ href, tokens }) {
        return LEADS_SOMEWHERE.test(href) ? false : this.parser.parseInline(tokens);
      },
      image: ({ href, text }) =>
        href.startsWith(`${origin}/`) && ARTIFACT.test(href.slice(origin.length)) ? false : escaped(text || href),
    },
  });

/**
 * Markdown as HTML that nobody may trust yet; null: it is too much to show. Takes minutes for some texts of a few kB, and
 * throws for others: call it where it can be ended.
 */
export function htmlOf(text: string, origin: string): string | null {
  const html = markdownFor(origin).parse(text, { async: false });
  let tags = 0;
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at + 1)) if (++tags > MAX_TAGS) return null;
  return html;
}
