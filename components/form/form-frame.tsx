import { useTranslations } from "next-intl";
import type { KeyboardEvent, ReactNode, RefObject, SubmitEvent } from "react";
import { Alert } from "@/components/ui/alert";

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
  // React events of dialogs opened inside this form also arrive here.
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

  // Sent before React has taken over, a form does nothing with this method; otherwise its fields, and so a password, would be
  // in the address.
  return (
    <form ref={element} method="dialog" noValidate onSubmit={submit} onKeyDown={press} className={className}>
      <fieldset disabled={saving} className="contents">
        {children}
      </fieldset>
    </form>
  );
}

/** The error message at the top of a form. */
export function FormFailure({ failure, title }: { failure: string[] | null; title?: string | undefined }) {
  const t = useTranslations("form");
  if (!failure) return null;
  return (
    <Alert variant="error" title={title ?? t("notSaved")}>
      {failure.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Alert>
  );
}

/** Marks an element within which Escape does something itself. */
export const KEEPS_ESCAPE = "data-keeps-escape";

/** For dialogs: keeps them open when an element within them needs the key. */
export function keepOpen(event: Pick<Event, "target" | "preventDefault">): void {
  if (event.target instanceof Element && event.target.closest(`[${KEEPS_ESCAPE}]`)) event.preventDefault();
}
