import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { Input } from "@/components/ui/input";
import { MAX_SEARCH } from "@/lib/protocol/query";

type SearchBoxProps = { value: string; onChange: (text: string) => void; placeholder?: string };

export function SearchBox({ value, onChange, placeholder }: SearchBoxProps) {
  const t = useTranslations("table");
  const label = placeholder ?? t("search");
  const input = useRef<HTMLInputElement>(null);
  useClearKey(input, value !== "", () => onChange(""));

  return (
    <search className="relative min-w-32 flex-1 sm:max-w-64">
      <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted-foreground" />
      <Input
        ref={input}
        value={value}
        aria-label={label}
        placeholder={label}
        maxLength={MAX_SEARCH}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={keepFromForm}
        className="pr-8 pl-8"
      />
      {value !== "" && (
        <button
          type="button"
          aria-label={t("clearSearch")}
          onClick={() => onChange("")}
          className="absolute top-1 right-1 grid size-6 place-items-center rounded-sm text-muted-foreground hover:text-foreground"
        >
          <X className="size-3.5" />
        </button>
      )}
    </search>
  );
}

/** Escape empties the box before it closes a dialog around it. */
function useClearKey(input: RefObject<HTMLInputElement | null>, filled: boolean, clear: () => void): void {
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== "Escape" || event.isComposing || !filled || event.target !== input.current) return;
    event.preventDefault();
    event.stopPropagation();
    clear();
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => press(event);
    // On window, because dialogs capture keys on the document.
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, []);
}

/** Enter would save a form around the box. */
function keepFromForm(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === "Enter" && event.currentTarget.form) event.preventDefault();
}
