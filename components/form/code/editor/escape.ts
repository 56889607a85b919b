import { closeCompletion, completionStatus } from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import { KEEPS_ESCAPE } from "@/components/ui/dialog";

/**
 * Escape closes the completions; otherwise Tab moves the focus from then on, until another key is pressed. Only a second
 * Escape reaches the dialog around the editor. Returns a function that ends this.
 */
export function handleEscape(view: EditorView, host: HTMLElement): () => void {
  function leaveByTab(leaves: boolean) {
    view.setTabFocusMode(leaves);
    host.toggleAttribute(KEEPS_ESCAPE, !leaves);
  }

  function press(event: KeyboardEvent) {
    if (event.isComposing || ["Tab", "Shift"].includes(event.key)) return;
    if (event.key !== "Escape") return leaveByTab(false);
    event.preventDefault();
    // Also ends a search for completions that shows none yet.
    const wasShown = completionStatus(view.state) === "active";
    closeCompletion(view);
    if (!wasShown) leaveByTab(true);
  }

  const reset = () => leaveByTab(false);
  reset();
  // Before CodeMirror, which ignores an Escape that the dialog has been kept from.
  view.contentDOM.addEventListener("keydown", press, { capture: true });
  view.contentDOM.addEventListener("blur", reset);
  return () => {
    view.contentDOM.removeEventListener("keydown", press, { capture: true });
    view.contentDOM.removeEventListener("blur", reset);
  };
}
