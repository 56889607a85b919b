const NAME = "signalbox:leave";

/** Another page of the console, or what ends with leaving it. */
type Leave = string | (() => void);

/** Whether the page may be left. If not, a form with unsaved changes has taken over and asks. */
export const mayLeaveBy = (leave: Leave): boolean =>
  window.dispatchEvent(new CustomEvent(NAME, { cancelable: true, detail: leave }));

/** The same for another page: logs open over this one, which stays. */
export const mayLeaveFor = (href: string): boolean =>
  new URL(href, window.location.href).pathname === window.location.pathname || mayLeaveBy(href);

/** Calls `ask` instead of leaving the page, until the returned function is called. */
export function holdLeaving(ask: (leave: Leave) => void): () => void {
  const hold = (event: Event) => {
    if (!(event instanceof CustomEvent)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    ask(event.detail);
  };
  window.addEventListener(NAME, hold);
  return () => window.removeEventListener(NAME, hold);
}
