import type { ReactNode } from "react";
import type { ExternalToast, toast as sonner } from "sonner";

const wanted = promised<void>();
const shown = promised<typeof sonner>();

function promised<Value>() {
  let keep: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
}

/** Resolves at the first toast; the component that renders them may not be loaded yet. */
export const toastWanted = wanted.promise;

/** Called by that component: shows the toasts queued so far. */
export const showToasts = shown.keep;

/** What went wrong takes longer to read, and is not held by a pointer over it. */
const MILLISECONDS = { success: 3_000, warning: 8_000, error: 8_000 };

const show =
  (kind: keyof typeof MILLISECONDS) =>
  (text: ReactNode, options?: ExternalToast): void => {
    wanted.keep();
    void shown.promise.then((toasts) => toasts[kind](text, { duration: MILLISECONDS[kind], ...options }));
  };

/** A message over the page that disappears by itself. */
export const toast = { success: show("success"), error: show("error"), warning: show("warning") };
