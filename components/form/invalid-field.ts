import type { RefObject } from "react";

const FOCUSABLE = "input:not([type=hidden]), textarea, button, [tabindex]:not([tabindex='-1'])";

/** A group of controls may not be marked as bad itself; the field around it is. */
const BAD = "[aria-invalid='true'], [data-invalid] > [role='group']";

/** Puts the cursor into the first control marked as bad; false when the form shows none. */
export function focusFirstInvalid(form: HTMLElement): boolean {
  const bad = form.querySelector<HTMLElement>(BAD);
  if (!bad) return false;
  // A closed part of the form would hide it.
  bad.closest("details")?.setAttribute("open", "");
  const target = bad.matches(FOCUSABLE) ? bad : bad.querySelector<HTMLElement>(FOCUSABLE);
  target?.focus();
  bad.scrollIntoView({ block: "nearest" });
  return true;
}

/** Puts the cursor into the first control one can use. */
export function focusFirstControl(form: HTMLElement): void {
  const controls = form.querySelectorAll<HTMLElement>(
    "[data-field] :is(input:not([type=hidden]), textarea, button[role=combobox])",
  );
  [...controls].find((control) => !control.matches(":disabled, [aria-hidden='true']"))?.focus();
}

/**
 * Splits a server's field errors into those a field of the form can show (an item's error goes to its list's
 * field) and texts that no field is there for.
 */
export function placeErrors(fields: Record<string, string>, shown: ReadonlySet<string>) {
  const placed: Record<string, string> = {};
  const homeless: string[] = [];
  for (const [path, text] of Object.entries(fields)) {
    const home = nearestField(path, shown);
    if (home === null) homeless.push(text);
    else placed[home] ??= text;
  }
  return { placed, homeless };
}

function nearestField(path: string, shown: ReadonlySet<string>): string | null {
  const parts = path.split(".");
  for (let length = parts.length; length > 0; length--) {
    const candidate = parts.slice(0, length).join(".");
    if (shown.has(candidate)) return candidate;
  }
  return null;
}

/** The paths of all fields the form shows now. */
export function shownFields(form: HTMLElement): ReadonlySet<string> {
  return new Set([...form.querySelectorAll<HTMLElement>("[data-field]")].map((field) => field.dataset.field ?? ""));
}

/** The fields carry their error marks, and are enabled again, only after React rendered. */
export function afterRender(element: RefObject<HTMLFormElement | null>, act: (form: HTMLFormElement) => void): void {
  setTimeout(() => element.current && act(element.current), 30);
}
