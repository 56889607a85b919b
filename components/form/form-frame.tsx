import { type KeyboardEvent, type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef } from "react";
import { returnFocus } from "@/components/form/invalid-field";

type FormFrameProps = {
  element: RefObject<HTMLFormElement | null>;
  save: () => Promise<void>;
  saving: boolean;
  /** Enter in a single-line field saves; Ctrl-Enter always does. */
  enterSaves?: boolean;
  className?: string;
  children: ReactNode;
};

/** The form element: handles keys, and disables everything while saving. */
export function FormFrame({ element, save, saving, enterSaves = true, className, children }: FormFrameProps) {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (saving) return;
    if (focused.current) returnFocus(element.current, focused.current);
    focused.current = null;
  }, [element, saving]);

  // React events of dialogs opened inside this form also arrive here.
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    event.stopPropagation();
    focused.current = document.activeElement;
    void save();
  }

  function press(event: KeyboardEvent<HTMLFormElement>) {
    if (isSaveKey(event) && !event.repeat) event.currentTarget.requestSubmit();
    else if (!enterSaves && isOwnEnter(event) && event.target instanceof HTMLInputElement) event.preventDefault();
  }

  // Sent before React has taken over, a form does nothing with this method; otherwise its fields, and so a password, would be
  // in the address.
  return (
    <form
      ref={element}
      method="dialog"
      noValidate
      onSubmit={submit}
      onKeyDownCapture={claimSaveKey}
      onKeyDown={press}
      className={className}
    >
      <fieldset disabled={saving} className="contents">
        {children}
      </fieldset>
    </form>
  );
}

const isOwnEnter = ({ key, target, currentTarget }: KeyboardEvent<HTMLFormElement>): boolean =>
  key === "Enter" && target instanceof HTMLElement && currentTarget.contains(target);

const isSaveKey = (event: KeyboardEvent<HTMLFormElement>): boolean =>
  isOwnEnter(event) && (event.ctrlKey || event.metaKey);

/** Before the field hears of it: a select would open, and a button be pressed. */
function claimSaveKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (isSaveKey(event)) event.preventDefault();
}
