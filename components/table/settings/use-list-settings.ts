import { useMemo, useSyncExternalStore } from "react";
import { useConsole } from "@/components/shell/console-context";
import { clearCookie, LIST_COOKIES, readCookie, setCookie } from "@/components/shell/cookies";

/** What a person chose for a list; undefined: the list's own default. */
export type ListSettings = { sort?: string | undefined; hidden?: readonly string[] | undefined };

export const DENSITIES = ["comfortable", "compact"] as const;
export type Density = (typeof DENSITIES)[number];

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** A cookie's value, which the server renders as well; null removes it. */
function useCookie(key: string): [string | null, (value: string | null) => void] {
  const { lists } = useConsole();
  const name = LIST_COOKIES + key;
  const value = useSyncExternalStore(
    subscribe,
    () => readCookie(name),
    () => lists[name] ?? null,
  );

  function set(next: string | null) {
    if (next === null) clearCookie(name);
    else setCookie(name, next);
    for (const listener of listeners) listener();
  }

  return [value, set];
}

/** The settings of one list, and how dense all of them are. */
export function useListSettings(list: string) {
  const [text, setText] = useCookie(list);
  const [density, setDensity] = useCookie("density");
  const settings = useMemo(() => readSettings(text ?? ""), [text]);
  return {
    settings,
    change: (changes: ListSettings) => setText(printSettings({ ...settings, ...changes }) || null),
    density: DENSITIES.find((known) => known === density) ?? DENSITIES[0],
    setDensity: (next: Density) => setDensity(next === "comfortable" ? null : next),
  };
}

export function readSettings(text: string): ListSettings {
  const read = new URLSearchParams(text);
  const hidden = read.get("hidden")?.split(".").filter(Boolean);
  return { sort: read.get("sort") || undefined, hidden };
}

/** Blank if nothing was chosen. An empty list of hidden columns is a choice. */
export const printSettings = ({ sort, hidden }: ListSettings): string =>
  new URLSearchParams({ ...(sort && { sort }), ...(hidden && { hidden: hidden.join(".") }) }).toString();
