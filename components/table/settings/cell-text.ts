/** What a cell says to a reader: its text, exact times, and the names of drawings. */
export const textOfCell = (cell: Element): string => textOf(cell).replace(/\s+/g, " ").trim();

function textOf(element: Element): string {
  if (element.getAttribute("aria-hidden") === "true") return "";
  if (element instanceof HTMLTimeElement) return element.dateTime;
  // A word may consist of several texts, but not of several elements.
  const parts = [...element.childNodes].map((node) =>
    node instanceof Element ? ` ${textOf(node)} ` : node instanceof Text ? node.data : "",
  );
  const text = parts.join("");
  return text.trim() === "" ? (element.getAttribute("aria-label") ?? "") : text;
}
