const NAME = "signalbox:leave";

/** Another page of the console, or what ends with leaving it. */
type Leave = string | (() => void);

/** Whether the user has discarded the changes of all forms, until one of them is gone or leaving has failed. */
export const leaving = { current: false };

/** Whether the page may be left. If not, a form with unsaved changes has taken over and asks. */
export const mayLeaveBy = (leave: Leave): boolean =>
  window.dispatchEvent(new CustomEvent(NAME, { cancelable: true, detail: leave }));

/** Calls `ask` before the page is left, until the returned function is called; true keeps the page. */
export function holdLeaving(ask: (leave: Leave) => boolean): () => void {
  const hold = (event: Event) => {
    if (!(event instanceof CustomEvent) || !ask(event.detail)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener(NAME, hold);
  return () => window.removeEventListener(NAME, hold);
}
