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

/** Kept with the first toast: the place where they appear may not be there yet. */
export const toastWanted = wanted.promise;

/** Called from there; toasts that came before are shown now. */
export const showToasts = shown.keep;

const show =
  (kind: "success" | "error" | "warning") =>
  (text: string, options?: ExternalToast): void => {
    wanted.keep();
    void shown.promise.then((toasts) => toasts[kind](text, options));
  };

/** A line over the page that goes by itself. */
export const toast = { success: show("success"), error: show("error"), warning: show("warning") };
