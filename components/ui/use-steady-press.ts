import { type MouseEvent, type PointerEvent, useRef } from "react";

const PRESSABLE = "button, [role=option]";
/** A hand that shakes a little still presses. In pixels. */
const SHAKE = 5;

type Point = { clientX: number; clientY: number };

/**
 * For what contains buttons that may move while they are pressed, because what is above them changes: the press counts if
 * the pointer stays where it is. As everywhere, one that leaves the button before the release does not press it.
 */
export function useSteadyPress() {
  const press = useRef<{ button: Element; at: Point } | null>(null);

  function onPointerDown({ target, currentTarget, pointerId, clientX, clientY }: PointerEvent) {
    const button = target instanceof Element ? target.closest(PRESSABLE) : null;
    press.current = button && currentTarget.contains(button) ? { button, at: { clientX, clientY } } : null;
    press.current?.button.setPointerCapture(pointerId);
  }

  function onClickCapture(event: MouseEvent) {
    const pressed = press.current;
    press.current = null;
    const byKeyboard = event.detail === 0;
    if (!pressed || byKeyboard || isNear(pressed.at, event) || isOver(pressed.button, event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return { onPointerDown, onClickCapture };
}

const isNear = (one: Point, { clientX, clientY }: Point): boolean =>
  Math.hypot(clientX - one.clientX, clientY - one.clientY) <= SHAKE;

function isOver(button: Element, { clientX, clientY }: Point): boolean {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
