import { useSearchParams } from "next/navigation";

/** A value in the query string. Setting it doesn't request the page again; `push` adds a history entry. */
export function useUrlState(name: string): [string | null, (value: string | null, push?: boolean) => void] {
  const value = useSearchParams().get(name);

  function set(next: string | null, push = false) {
    const url = new URL(window.location.href);
    if (next === null || next === "") url.searchParams.delete(name);
    else url.searchParams.set(name, next);
    if (url.href === window.location.href) return;
    if (push) window.history.pushState(null, "", url);
    else window.history.replaceState(null, "", url);
  }

  return [value, set];
}
