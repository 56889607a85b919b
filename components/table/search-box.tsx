import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import { Input } from "@/components/ui/input";
import { MAX_SEARCH } from "@/lib/protocol/search";

type SearchBoxProps = { value: string; onChange: (text: string) => void; placeholder?: string };

export function SearchBox({ value, onChange, placeholder }: SearchBoxProps) {
  const t = useTranslations("table");
  const label = placeholder ?? t("search");

  function press(event: KeyboardEvent) {
    if (event.key !== "Escape" || value === "") return;
    event.stopPropagation();
    onChange("");
  }

  return (
    <search className="relative min-w-32 flex-1 sm:max-w-64">
      <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted-foreground" />
      <Input
        value={value}
        aria-label={label}
        placeholder={label}
        maxLength={MAX_SEARCH}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={press}
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
