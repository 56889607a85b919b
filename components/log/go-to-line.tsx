import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useEffectEvent } from "react";
import { controlClasses } from "@/components/ui/input";

type GoToLineProps = {
  total: number;
  open: boolean;
  onOpen: (open: boolean) => void;
  /** A line was chosen, or none is wanted any more. */
  onDone: () => void;
  /** The line counts from 0. */
  onGo: (line: number) => void;
};

/** How many lines there are; pressed, a field for the number of one. */
export function GoToLine({ total, open, onOpen, onDone, onGo }: GoToLineProps) {
  const t = useTranslations("log");
  useEscape(open, onDone);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const number = Number(new FormData(event.currentTarget).get("line"));
    if (number >= 1) onGo(Math.min(number, total) - 1);
    onDone();
  }

  if (!open)
    return (
      <button
        type="button"
        title={t("goToLine")}
        onClick={() => onOpen(true)}
        className="whitespace-nowrap rounded-sm tabular-nums hover:text-foreground"
      >
        {t("lines", { count: total })}
      </button>
    );
  return (
    <form onSubmit={submit}>
      <input
        // biome-ignore lint/a11y/noAutofocus: it was asked for to be typed into
        autoFocus
        name="line"
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={9}
        autoComplete="off"
        aria-label={t("goToLine")}
        placeholder={t("goToLine")}
        onBlur={() => onOpen(false)}
        className={`${controlClasses} h-7 w-32 px-2 text-xs`}
      />
    </form>
  );
}

/** On window, because dialogs capture keys on the document. */
function useEscape(active: boolean, act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [active]);
}
