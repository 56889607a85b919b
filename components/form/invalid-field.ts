import type { RefObject } from "react";

const FOCUSABLE = "input:not([type=hidden]), textarea, button, [tabindex]:not([tabindex='-1'])";

/** A group of controls can't be aria-invalid itself, but its field is marked. */
const BAD = "[aria-invalid='true'], [data-invalid] > [role='group']";

/** Focuses the first invalid control; false if there is none. */
export function focusFirstInvalid(form: HTMLElement): boolean {
  const bad = form.querySelector<HTMLElement>(BAD);
  if (!bad) return false;
  // Open a collapsed section that hides it.
  bad.closest("details")?.setAttribute("open", "");
  const target = bad.matches(FOCUSABLE) ? bad : bad.querySelector<HTMLElement>(FOCUSABLE);
  target?.focus();
  // Not at the edge, where the buttons at the foot of a form would cover it.
  bad.scrollIntoView({ block: "center" });
  return true;
}

/** Focuses the first enabled control. */
export function focusFirstControl(form: HTMLElement): void {
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

/** React marks and re-enables fields only when it renders. */
export function afterRender(element: RefObject<HTMLFormElement | null>, act: (form: HTMLFormElement) => void): void {
  setTimeout(() => element.current && act(element.current), 30);
}
