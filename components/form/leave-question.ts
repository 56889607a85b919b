const NAME = "signalbox:leave";

/** Whether the page may be left for the other one. If not, a form with unsaved changes has taken over and asks. */
export const mayLeaveFor = (href: string): boolean =>
  new URL(href, window.location.href).pathname === window.location.pathname ||
  window.dispatchEvent(new CustomEvent(NAME, { cancelable: true, detail: href }));

/** Calls `ask` instead of leaving the page, until the returned function is called. */
export function holdLeaving(ask: (href: string) => void): () => void {
  const hold = (event: Event) => {
    if (!(event instanceof CustomEvent) || typeof event.detail !== "string") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    ask(event.detail);
  };
  window.addEventListener(NAME, hold);
  return () => window.removeEventListener(NAME, hold);
}
