import { useSearchParams } from "next/navigation";

/** Changes several values of the query string at once; null removes one. `push` adds a history entry. */
export function changeUrl(changes: Record<string, string | null>, push = false): void {
  const url = new URL(window.location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  if (url.href === window.location.href) return;
  if (push) window.history.pushState(null, "", url);
  else window.history.replaceState(null, "", url);
}

/** A value in the query string. Setting it doesn't request the page again; `push` adds a history entry. */
export function useUrlState(name: string): [string | null, (value: string | null, push?: boolean) => void] {
  const value = useSearchParams().get(name);
  return [value, (next, push) => changeUrl({ [name]: next }, push)];
}

/** Returns links to this page with another value in the query string; null removes one. */
export function useHrefWith(): (name: string, value: string | null) => string {
  const params = useSearchParams();
  return (name, value) => {
    const query = new URLSearchParams(params);
    if (value === null) query.delete(name);
    else query.set(name, value);
    return `?${query}`;
  };
}
