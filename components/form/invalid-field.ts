import type { RefObject } from "react";

const FOCUSABLE = "input:not([type=hidden]), textarea, button, [tabindex]:not([tabindex='-1'])";

/** A group of controls can't be aria-invalid itself, but its field is marked. */
const BAD = "[aria-invalid='true'], [data-invalid] > [role='group']";

function focusInvalid(bad: HTMLElement): void {
  // Open a collapsed section that hides it.
  bad.closest("details")?.setAttribute("open", "");
  const target = bad.matches(FOCUSABLE) ? bad : bad.querySelector<HTMLElement>(FOCUSABLE);
  target?.focus();
  // Not at the edge, where the buttons at the foot of a form would cover it.
  bad.scrollIntoView({ block: "center" });
}

/** Somebody may type in a form before its scripts have loaded. */
export const hasFocus = (form: HTMLElement | null): boolean => form?.contains(document.activeElement) ?? false;

/** Focuses the first enabled control, unless the form has the focus already. */
export function focusFirstControl(form: HTMLElement): void {
  if (hasFocus(form)) return;
  const controls = form.querySelectorAll<HTMLElement>(
    "[data-field] :is(input:not([type=hidden]), textarea, button[role=combobox])",
  );
  [...controls].find((control) => !control.matches(":disabled, [aria-hidden='true']"))?.focus();
}

/**
 * Splits a server's field errors into those of a field in the form (an item's error belongs to its list's field)
 * and texts without a field.
 */
export function placeErrors(fields: Record<string, string>, shown: ReadonlySet<string>) {
  const placed: Record<string, string> = {};
  const unplaced: string[] = [];
  for (const [path, text] of Object.entries(fields)) {
    const home = nearestField(path, shown);
    if (home === null) unplaced.push(text);
    else placed[home] ??= text;
  }
  return { placed, unplaced };
}

function nearestField(path: string, shown: ReadonlySet<string>): string | null {
  const parts = path.split(".");
  for (let length = parts.length; length > 0; length--) {
    const candidate = parts.slice(0, length).join(".");
    if (shown.has(candidate)) return candidate;
  }
  return null;
}

/** The paths of all fields currently in the form. */
export function shownFields(form: HTMLElement): ReadonlySet<string> {
  return new Set([...form.querySelectorAll<HTMLElement>("[data-field]")].map((field) => field.dataset.field ?? ""));
}

/**
 * Focuses the first invalid control once React has marked it, unless somebody has moved the focus or typed meanwhile.
 * `otherwise`: there is none.
 */
export function focusInvalidAfterRender(element: RefObject<HTMLFormElement | null>, otherwise = () => {}): void {
  const busy = new AbortController();
  const note = ({ target }: Event) => {
    if (target === returned) return;
    // A dialog takes the focus itself when its fields are disabled.
    if (!(target instanceof Node && target.contains(element.current))) busy.abort();
  };
  for (const type of ["focusin", "input"]) document.addEventListener(type, note, { signal: busy.signal });
  setTimeout(() => {
    const isBusy = busy.signal.aborted || isTypingOutside(element.current);
    busy.abort();
    if (!element.current) return;
    const bad = element.current.querySelector<HTMLElement>(BAD);
    if (!bad) otherwise();
    else if (!isBusy) focusInvalid(bad);
  }, RENDERED_MS);
}

/** The element that gets the focus back from code: its focus event is no move of the user's. */
let returned: Element | null = null;

/** Gives the focus, which disabled fields lose, back to the one that had it, unless the user has moved it meanwhile. */
export function returnFocus(form: HTMLElement | null, to: Element): void {
  if (!(to instanceof HTMLElement) || !form?.contains(to) || !document.activeElement?.contains(form)) return;
  returned = to;
  to.focus({ preventScroll: true });
  returned = null;
}

/** React marks and re-enables fields only when it renders. */
const RENDERED_MS = 30;

/** Begun while the form was being saved, when its own fields are disabled. */
const isTypingOutside = (form: HTMLElement | null): boolean =>
  document.activeElement?.matches("input, textarea, [contenteditable=true]") === true &&
  form?.contains(document.activeElement) === false;
