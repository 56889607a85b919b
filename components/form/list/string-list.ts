/** Texts of a paste, one per line, empty ones left out. */
export const splitPaste = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The list with one item changed; an empty text removes it. */
export function replaceItem(items: string[], index: number, text: string): string[] {
  const value = text.trim();
  return value === "" ? items.filter((_, position) => position !== index) : items.with(index, value);
}
