import { useSearchParams } from "next/navigation";

/** New values by name; null removes one. */
type Changes = Record<string, string | null>;

/** Changes several values of the query string at once; "pushState" adds a history entry. */
export function changeUrl(changes: Changes, how: "pushState" | "replaceState" = "replaceState"): void {
  const url = new URL(window.location.href);
  apply(changes, url.searchParams);
  if (url.href !== window.location.href) window.history[how](null, "", url);
}

/** A value in the query string. Setting it doesn't request the page again. */
export function useUrlState(name: string): [string | null, (value: string | null) => void] {
  const value = useSearchParams().get(name);
  return [value, (next) => changeUrl({ [name]: next })];
}

/** Returns what a link needs that changes several values of the query string, and adds a history entry. */
export function useUrlStep(): (changes: Changes) => { href: string; onOpen: () => void } {
  const params = useSearchParams();
  return (changes) => {
    const query = new URLSearchParams(params);
    apply(changes, query);
    return { href: `?${query}`, onOpen: () => changeUrl(changes, "pushState") };
  };
}

function apply(changes: Changes, query: URLSearchParams): void {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") query.delete(name);
    else query.set(name, value);
  }
}
