import dynamic from "next/dynamic";
import { Suspense, useEffect, useEffectEvent } from "react";
import { loadTooltip, useHint } from "@/components/ui/use-hint";

const TooltipAt = dynamic(() => loadTooltip().then((module) => module.TooltipAt));

/** Tooltips of what every row repeats: a cut name in full, and the label of an element that is hinted. */
export function ListHints() {
  const { target, open, events, tooltip } = useHint();
  const enter = useEffectEvent(events.onPointerEnter);
  const openNow = useEffectEvent(open);
  const leave = useEffectEvent(events.onPointerLeave);
  const close = useEffectEvent(events.onPointerDown);

  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const focus = (element: EventTarget | null) => {
      const hinted = isFocused(element) && hintedBy(element.closest(HINTED) ?? element.querySelector("[data-name]"));
      if (hinted) openNow(hinted);
    };
    const point = ({ target, pointerType }: PointerEvent) => {
      const hinted = target instanceof Element && hintedBy(target.closest(`[data-name], ${HINTED}`));
      if (hinted) enter({ currentTarget: hinted, pointerType });
    };
    document.addEventListener("pointerover", point, { signal });
    document.addEventListener("pointerout", () => leave(), { signal });
    document.addEventListener("pointerdown", () => close(), { signal });
    document.addEventListener("focusin", (event) => focus(event.target), { signal });
    document.addEventListener("focusout", () => close(), { signal });
    // This code loads with the first key or movement, which may have reached its element already.
    focus(document.activeElement);
    const hovered = hintedBy(document.querySelector(HOVERED));
    if (hovered) enter({ currentTarget: hovered, pointerType: "mouse" });
    return () => left.abort();
  }, []);

  if (!target) return null;
  return (
    <Suspense>
      <TooltipAt target={target} {...tooltip}>
        {target.ariaLabel ?? target.textContent}
      </TooltipAt>
    </Suspense>
  );
}

/** `data-hints`: all that is in it. */
const HINTED = "[data-hint], [data-hints] > *";

/** A tap leaves what it touched hovered, too, where nothing else can be. */
const HOVERED = `:is([data-name], ${HINTED}):hover`;

const isFocused = (element: EventTarget | null): element is Element =>
  element instanceof Element && element.matches(":focus-visible");

/** The element if it has a tooltip: a name that fits has none. */
function hintedBy(element: Element | null): HTMLElement | null {
  if (!(element instanceof HTMLElement)) return null;
  return element.matches(HINTED) || element.scrollHeight > element.clientHeight ? element : null;
}
