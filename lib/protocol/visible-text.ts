/** A terminal obeys some of these, and others make a file's name look like another one. */
const HIDDEN_RANGES = [
  // Control characters and line breaks.
  "\\p{Cc}\\p{Zl}\\p{Zp}",
  // Marks of the direction of writing.
  "\\u061c\\u200e\\u200f",
  // What embeds, overrides or isolates a direction.
  "\\u202a-\\u202e\\u2066-\\u2069",
];
const HIDDEN = new RegExp(`[${HIDDEN_RANGES.join("")}]`, "gu");

/** A name that others chose, with what cannot be seen in it written out, such as `\u202e`. */
export const visibleText = (text: string): string =>
  text.replace(HIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A name that others chose, with an underscore for what cannot be seen in it, for another system. */
export const plainName = (text: string): string => text.replace(HIDDEN, "_");
