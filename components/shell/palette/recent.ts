import type { Found } from "@/lib/system/schema";

/** In the browser's storage: the server has no use for it. */
const KEY = "paletteRecent";
const MOST = 6;

/** What the user last opened from the palette, the newest first. */
export function readRecent(): Found[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    // Only this module writes it; what somebody else wrote is no list of ours.
    return [];
  }
}

export function rememberRecent(found: Found): void {
  const others = readRecent().filter(({ kind, id }) => kind !== found.kind || id !== found.id);
  localStorage.setItem(KEY, JSON.stringify([found, ...others].slice(0, MOST)));
}
