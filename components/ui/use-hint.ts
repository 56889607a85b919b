import { type FocusEvent, useEffect, useRef, useState } from "react";

const DELAY_MS = 300;
/** Time to move the pointer from the element into its tooltip. */
const LEAVE_MS = 150;

/** The tooltip that is open or has just closed: a second one opens without delay, and closes the first. */
const latest: { owner: unknown; close: () => void; closedAt: number } = {
  owner: null,
  close: () => undefined,
  closedAt: Number.NEGATIVE_INFINITY,
};

export const loadTooltip = () => import("@/components/ui/tooltip");

/** Opens a tooltip at the element that has the pointer or the keyboard's focus. `target`: the element, while it is open. */
export function useHint() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function after(milliseconds: number, act: () => void) {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, milliseconds);
  }

  function close() {
    clearTimeout(timer.current);
    if (!target) return;
    if (latest.owner === timer) latest.closedAt = performance.now();
    setTarget(null);
  }

  function open(element: HTMLElement) {
    if (latest.owner !== timer) latest.close();
    Object.assign(latest, { owner: timer, close: () => setTarget(null) });
    setTarget(element);
  }

  const enter = ({ currentTarget, pointerType }: { currentTarget: HTMLElement; pointerType: string }) => {
    if (pointerType === "touch") return;
    if (target === currentTarget) return clearTimeout(timer.current);
    // Without it there is no tooltip, but the page still works.
    loadTooltip().catch(() => undefined);
    const soon = target !== null || performance.now() - latest.closedAt < DELAY_MS;
    after(soon ? 0 : DELAY_MS, () => open(currentTarget));
  };
  const leave = () => after(LEAVE_MS, close);
  const focus = ({ currentTarget }: FocusEvent<HTMLElement>) => {
    if (currentTarget.matches(":focus-visible")) open(currentTarget);
  };
  return {
    target,
    open,
    events: { onPointerEnter: enter, onPointerLeave: leave, onPointerDown: close, onFocus: focus, onBlur: close },
    tooltip: { onClose: close, onPointerEnter: () => clearTimeout(timer.current) },
  };
}
