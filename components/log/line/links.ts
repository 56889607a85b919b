/** Printable ASCII in escaped text: a quote or a bracket, which are escaped, ends an address. */
const ADDRESS = /\bhttps?:\/\/(?:[!-%(-~]|&amp;)+/g;
const TAG = /(<[^>]*>)/;
const PUNCTUATION = /[.,:;!?]+$/;

/** Makes the addresses in the HTML of a line clickable; the link is exactly the text that is shown. */
export function withLinks(html: string): string {
  if (!html.includes("://")) return html;
  // The text is escaped, so what looks like a tag is one.
  return html
    .split(TAG)
    .map((part) => (part.startsWith("<") ? part : part.replace(ADDRESS, linked)))
    .join("");
}

function linked(match: string): string {
  const address = withoutTrail(match);
  if (!/^https?:\/\/[^/?#]/.test(address)) return match;
  const link = `<a href="${address}" target="_blank" rel="noopener noreferrer" class="underline">${address}</a>`;
  return link + match.slice(address.length);
}

/** Without the punctuation of the sentence around it. */
function withoutTrail(match: string): string {
  const address = match.replace(PUNCTUATION, "");
  const closes = /[)\]]$/.exec(address)?.[0];
  const opens = closes === ")" ? "(" : "[";
  return closes && !address.includes(opens) ? withoutTrail(address.slice(0, -1)) : address;
}
