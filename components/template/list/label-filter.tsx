import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";

type LabelFilterProps = { labels: string[]; chosen: string | null; onChoose: (label: string | null) => void };

/** Shows the templates with one label only. */
export function LabelFilter({ labels, chosen, onChoose }: LabelFilterProps) {
  const t = useTranslations("template");
  return (
    <fieldset aria-label={t("labels")} className="flex min-w-0 flex-wrap items-center gap-1">
      {labels.map((label) => (
        <button
          key={label}
          type="button"
          aria-pressed={label === chosen}
          onClick={() => onChoose(label === chosen ? null : label)}
          className={cn(
            "template-label hover:bg-accent",
            label === chosen && "border-primary bg-primary-soft text-primary-text",
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
