/** Printable ASCII in escaped text: a quote or a bracket, which are escaped, ends an address. */
const ADDRESS = /\bhttps?:\/\/(?:[!-%(-~]|&amp;)+/g;
const TAG = /(<[^>]*>)/;
/** Browsers open longer ones too, but nobody reads where they lead. */
const MAX_ADDRESS = 2_000;

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
  if (match.length > MAX_ADDRESS) return match;
  const address = match.slice(0, endOf(match));
  if (!/^https?:\/\/[^/?#]/.test(address)) return match;
  const link = `<a href="${address}" target="_blank" rel="noopener noreferrer" class="underline">${address}</a>`;
  return link + match.slice(address.length);
}

/** Where an address ends: before the punctuation of the sentence around it. */
function endOf(match: string): number {
  let end = match.length;
  while (isTrail(match, end - 1)) end -= 1;
  return end;
}

function isTrail(match: string, at: number): boolean {
  const last = match.charAt(at);
  if (last === ";") return !match.endsWith("&amp;", at + 1);
  if (last === ")" || last === "]") return !match.slice(0, at).includes(last === ")" ? "(" : "[");
  return last !== "" && ".,:!?".includes(last);
}
