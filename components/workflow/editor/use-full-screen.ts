import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { isText } from "@/components/workflow/editor/use-editor-keys";

/** Whether the editor fills the window; what it covers can't be reached then. Shift+F changes it, Escape ends it. */
export function useFullScreen(root: RefObject<HTMLElement | null>, onChange: () => void) {
  const [full, setFull] = useState(false);

  useEffect(() => {
    if (!full) return;
    const covered = besides(root.current).filter((element) => !element.inert);
    for (const element of covered) element.inert = true;
    return () => {
      for (const element of covered) element.inert = false;
    };
  }, [full, root]);

  function change(next: boolean) {
    setFull(next);
    onChange();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target, key } = event;
    // React events of lists that are open over the page arrive here too.
    if (event.defaultPrevented || !(target instanceof Element) || !event.currentTarget.contains(target)) return;
    const isToggle = key === "F" && event.shiftKey && !event.ctrlKey && !event.metaKey && !isText(target);
    if (!isToggle && !(key === "Escape" && full)) return;
    event.preventDefault();
    change(isToggle && !full);
  }

  return { full, toggle: () => change(!full), onKeyDown };
}

/** Everything on the page but the element and what it is in; lists that open over the page come later. */
function besides(element: HTMLElement | null): HTMLElement[] {
  const parent = element?.parentElement;
  if (!parent || parent === document.body) return [];
  const siblings = [...parent.children].filter((one) => one instanceof HTMLElement);
  return [...siblings.filter((one) => one !== element), ...besides(parent)];
}
