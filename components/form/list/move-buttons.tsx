import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";

type MoveButtonsProps<Item> = { items: readonly Item[]; index: number; onChange: (items: Item[]) => void };

/** Moves or removes one item of an ordered list. */
export function MoveButtons<Item>({ items, index, onChange }: MoveButtonsProps<Item>) {
  const t = useTranslations();
  return (
    <span className="flex shrink-0">
      <IconButton
        label={t("survey.up")}
        disabled={index === 0}
        onClick={() => onChange(moved(items, index, index - 1))}
      >
        <ArrowUp />
      </IconButton>
      <IconButton
        label={t("survey.down")}
        disabled={index === items.length - 1}
        onClick={() => onChange(moved(items, index, index + 1))}
      >
        <ArrowDown />
      </IconButton>
      <IconButton label={t("common.remove")} onClick={() => onChange(items.toSpliced(index, 1))}>
        <Trash2 />
      </IconButton>
    </span>
  );
}

/** The list with one item moved to another position. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...items.slice(from, from + 1));
}
