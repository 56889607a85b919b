import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";

type StringChipProps = {
  text: string;
  editing: boolean;
  disabled?: boolean;
  onEdit: () => void;
  onRemove: () => void;
};

/** An item of a list of texts; a click edits it. */
export function StringChip({ text, editing, disabled, onEdit, onRemove }: StringChipProps) {
  const t = useTranslations("form");
  return (
    <span
      className={cn(
        "inline-flex h-6 max-w-full items-center rounded-sm bg-accent pl-1.5",
        editing && "ring-2 ring-ring",
      )}
    >
      <button
        type="button"
        disabled={disabled}
        aria-label={t("editItem", { item: text })}
        onClick={onEdit}
        className="truncate rounded-sm"
      >
        {text}
      </button>
      <button
        type="button"
        disabled={disabled}
        aria-label={t("removeItem", { item: text })}
        onClick={onRemove}
        className="grid size-6 shrink-0 place-items-center rounded-sm text-muted-foreground hover:text-foreground"
      >
        <X className="size-3" />
      </button>
    </span>
  );
}
