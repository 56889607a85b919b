import { useTranslations } from "next-intl";
import type { KeyboardEvent, ReactNode, RefObject, SubmitEvent } from "react";
import { Alert } from "@/components/ui/alert";

type FormFrameProps = {
  element: RefObject<HTMLFormElement | null>;
  save: () => Promise<void>;
  saving: boolean;
  /** Enter in a one-line field saves; Ctrl-Enter always does. */
  enterSaves?: boolean;
  className?: string;
  children: ReactNode;
};

/** The form element: keys, and everything disabled while saving. */
export function FormFrame({ element, save, saving, enterSaves = true, className, children }: FormFrameProps) {
  // Dialogs opened from inside are React children of this form, so their events arrive here too.
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    event.stopPropagation();
    void save();
  }

  function press(event: KeyboardEvent<HTMLFormElement>) {
    const { target } = event;
    if (event.key !== "Enter" || event.defaultPrevented) return;
    if (!(target instanceof HTMLElement) || !event.currentTarget.contains(target)) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      event.currentTarget.requestSubmit();
    } else if (!enterSaves && target instanceof HTMLInputElement) {
      event.preventDefault();
    }
  }

  return (
    <form ref={element} noValidate onSubmit={submit} onKeyDown={press} className={className}>
      <fieldset disabled={saving} className="contents">
        {children}
      </fieldset>
    </form>
  );
}

/** The red alert on top of a form. */
export function FormFailure({ failure }: { failure: string[] | null }) {
  const t = useTranslations("form");
  if (!failure) return null;
  return (
    <Alert variant="error" title={t("notSaved")}>
      {failure.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Alert>
  );
}
