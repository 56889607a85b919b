import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from "react";
import { isShiftKey } from "@/components/workflow/editor/use-editor-keys";

/** What Escape closes first. A tooltip is not among them: it opens by itself, also where the drawing moved below the pointer. */
const LAYERS = "[role=dialog], [role=menu], [role=listbox]";

/** Whether the editor fills the window; what it covers can't be reached then. Shift+F changes it, Escape ends it. */
export function useFullScreen(root: RefObject<HTMLElement | null>) {
  const [full, setFull] = useState(false);
  const leave = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key === "Escape" && !isBelowLayer(root.current)) setFull(false);
  });

  useEffect(() => {
    if (!full) return;
    const covered = besides(root.current).filter((element) => !element.inert);
    for (const element of covered) element.inert = true;
    // Wherever the focus is: a click on the drawing takes it from everything. Before the layers, which close at once.
    window.addEventListener("keydown", leave, { capture: true });
    return () => {
      for (const element of covered) element.inert = false;
      window.removeEventListener("keydown", leave, { capture: true });
    };
  }, [full, root]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (!isShiftKey(event, "F")) return;
    event.preventDefault();
    setFull(!full);
  }

  return { full, toggle: () => setFull(!full), onKeyDown };
}

const isBelowLayer = (editor: HTMLElement | null): boolean =>
  [...document.querySelectorAll(LAYERS)].some(
    (layer) => !layer.contains(editor) && !layer.closest("[data-state=closed]"),
  );

/** Everything on the page but the element and what it is in; lists that open over the page come later. */
function besides(element: HTMLElement | null): HTMLElement[] {
  const parent = element?.parentElement;
  if (!parent || parent === document.body) return [];
  const siblings = [...parent.children].filter((one) => one instanceof HTMLElement);
  return [...siblings.filter((one) => one !== element), ...besides(parent)];
}
