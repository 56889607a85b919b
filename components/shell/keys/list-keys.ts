/** One with rows to open: addresses to copy are a list, too. */
const LIST = "[data-list]:has([data-row-title])";

/** Moves the focus to the next or previous row of the list it is in, else into the page's first list. */
export function moveToRow(step: 1 | -1): boolean {
  const list = document.activeElement?.closest(LIST) ?? document.querySelector(LIST);
  const titles = [...(list?.querySelectorAll<HTMLElement>("[data-row-title]") ?? [])];
  const current = titles.findIndex((title) => title.closest("[data-row]")?.contains(document.activeElement));
  const next = current < 0 ? titles[0] : titles[current + step];
  next?.focus();
  return next !== undefined;
}

/** Moves the focus to the search box of the page's list; false if it has none. */
export function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>("[data-list] search input");
  box?.select();
  return box !== null;
}
