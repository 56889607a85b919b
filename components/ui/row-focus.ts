const FOCUSABLE = ":is(a[href], button:not(:disabled), [tabindex='0'])";

/**
 * Returns a function that focuses the row which then has the element's place, or the list's button to create one when no
 * rows are left. Null outside of a list. Mark a list with data-list and its rows with data-row.
 */
export function focusPlaceOf(element: Element): (() => void) | null {
  const list = element.closest<HTMLElement>("[data-list]");
  const row = element.closest("[data-row]");
  if (!list || !row) return null;
  const index = rowsOf(list).indexOf(row);
  return () => {
    const rows = rowsOf(list);
    const next = rows[Math.min(index, rows.length - 1)];
    (next ? mainOf(next) : fallbackOf(list))?.focus();
  };
}

const rowsOf = (list: Element): Element[] => [...list.querySelectorAll("[data-row]")];

const mainOf = (row: Element) =>
  row.querySelector<HTMLElement>("[data-row-title]") ?? row.querySelector<HTMLElement>(FOCUSABLE);

const fallbackOf = (list: Element) =>
  list.querySelector<HTMLElement>(`[data-slot=empty-state] ${FOCUSABLE}`) ?? list.querySelector<HTMLElement>(FOCUSABLE);
