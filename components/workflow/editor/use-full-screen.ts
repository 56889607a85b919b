import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from "react";
import { isShiftKey } from "@/components/workflow/editor/use-editor-keys";

/** Whether the editor fills the window; what it covers can't be reached then. Shift+F changes it, Escape ends it. */
export function useFullScreen(root: RefObject<HTMLElement | null>) {
  const [full, setFull] = useState(false);
  const leave = useEffectEvent((event: globalThis.KeyboardEvent) => {
    // An open list takes it for itself.
    if (event.key === "Escape" && !event.defaultPrevented) setFull(false);
  });

  useEffect(() => {
    if (!full) return;
    const covered = besides(root.current).filter((element) => !element.inert);
    for (const element of covered) element.inert = true;
    // Wherever the focus is: a click on the drawing takes it from everything.
    document.addEventListener("keydown", leave);
    return () => {
      for (const element of covered) element.inert = false;
      document.removeEventListener("keydown", leave);
    };
  }, [full, root]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (!isShiftKey(event, "F")) return;
    event.preventDefault();
    setFull(!full);
  }

  return { full, toggle: () => setFull(!full), onKeyDown };
}

/** Everything on the page but the element and what it is in; lists that open over the page come later. */
function besides(element: HTMLElement | null): HTMLElement[] {
  const parent = element?.parentElement;
  if (!parent || parent === document.body) return [];
  const siblings = [...parent.children].filter((one) => one instanceof HTMLElement);
  return [...siblings.filter((one) => one !== element), ...besides(parent)];
}
