import type { RefObject } from "react";

/** What was selected has its fields only once React has rendered. */
const soon = (act: () => void) => setTimeout(act, 50);

/** Focuses a node in the drawing or its row in the outline. `onHidden`: it is outside what the drawing shows. */
export function focusNode(root: RefObject<HTMLElement | null>, key: string, onHidden?: () => void): void {
  soon(() => {
    const element = root.current?.querySelector<HTMLElement>(
      `[data-row="${key}"], .react-flow__node[data-id="${key}"]`,
    );
    // The drawing moves itself; scrolled by the browser, it would lose its place.
    element?.focus({ preventScroll: element.dataset.row === undefined });
    const canvas = element?.closest(".react-flow");
    if (element && canvas && !isWithin(element, canvas)) onHidden?.();
  });
}

function isWithin(element: Element, frame: Element): boolean {
  const [inner, outer] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
  return (
    inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
  );
}

const CONTROLS = "input, textarea, button, select";

/** Focuses the field of the selected node or edge, or one that contains it. `edge`: of several, the one of this edge. */
export function focusField(root: RefObject<HTMLElement | null>, path: string, edge: number | null): void {
  soon(() => {
    const scope = root.current?.querySelector(`[data-edge="${edge}"]`) ?? root.current;
    const fields = [...(scope?.querySelectorAll<HTMLElement>("[data-path]") ?? [])];
    const found = fields
      .filter(({ dataset }) => path === dataset.path || path.startsWith(`${dataset.path}.`))
      .toSorted((a, b) => (b.dataset.path ?? "").length - (a.dataset.path ?? "").length)[0];
    const controls = [...((found ?? fields[0])?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
    const control = controls.find((one) => one.id !== "") ?? controls[0];
    control?.focus();
    control?.scrollIntoView({ block: "center" });
  });
}
