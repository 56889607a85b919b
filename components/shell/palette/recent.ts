import type { Found } from "@/lib/system/schema";

/** In the browser's storage: the server has no use for it. */
const KEY = "paletteRecent";
const MOST = 6;

export type Recent = Pick<Found, "kind" | "id" | "project_id" | "name">;

/** What the user last opened from the palette, the newest first. */
export function readRecent(): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    // Only this module writes it; what somebody else wrote is no list of ours.
    return [];
  }
}

export function rememberRecent({ kind, id, project_id, name }: Recent): void {
  const others = readRecent().filter((one) => kind !== one.kind || id !== one.id);
  localStorage.setItem(KEY, JSON.stringify([{ kind, id, project_id, name }, ...others].slice(0, MOST)));
}
