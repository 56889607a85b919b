import { usePathname } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { useUrlState } from "@/components/table/use-url-state";

const SETTLE_MS = 250;
/** What comes before anything else that changes the address: a click, a tap, or a key elsewhere on the page. */
const TURNS = ["pointerdown", "focusout"];

/** How a text is kept in the URL. */
type Kept = { read: (stored: string | null) => string; write: (text: string) => string | null };

const AS_TYPED: Kept = { read: (stored) => stored ?? "", write: (text) => text.trim() || null };

/**
 * The text of a search or a filter: shown immediately, and written to the URL when typing pauses, but never after the user
 * has turned to something else: Next's router drops a navigation in progress when the URL is changed.
 */
export function useSearch(
  name: string,
  onSettled: () => void,
  { read, write } = AS_TYPED,
): [string, (text: string) => void] {
  const [stored, store] = useUrlState(name);
  const [text, setText] = useState(read(stored));
  const [isTyping, setTyping] = useState(false);
  const shownPath = usePathname();

  const adopt = useEffectEvent((given: string | null) => {
    // Next may say only now what was stored here before the last keys.
    const isNewest = new URLSearchParams(window.location.search).get(name) === given;
    // What was stored here lacks the space before the next word.
    if (!isTyping && isNewest && read(given) !== text.trim()) setText(read(given));
  });
  useEffect(() => adopt(stored), [stored]);

  const settle = useEffectEvent(() => {
    setTyping(false);
    store(write(text));
    onSettled();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text begins a new pause
  useEffect(() => {
    if (!isTyping) return;
    const listening = new AbortController();
    const { signal } = listening;
    const timer = setTimeout(() => settle(), SETTLE_MS);
    for (const turn of TURNS) window.addEventListener(turn, () => settle(), { capture: true, signal });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [isTyping, text]);

  // Back and forward have already changed the URL. Next may never say what was stored before, if they follow at once.
  const goBack = useEffectEvent(() => {
    setTyping(false);
    const { pathname, search } = window.location;
    if (pathname === shownPath) setText(read(new URLSearchParams(search).get(name)));
  });
  useEffect(() => {
    const listening = new AbortController();
    window.addEventListener("popstate", () => goBack(), { signal: listening.signal });
    return () => listening.abort();
  }, []);

  function change(next: string) {
    setText(next);
    setTyping(true);
  }

  return [text, change];
}
