import { ArrowDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";

type NewLinesPillProps = {
  total: number;
  /** New lines arrive out of sight. */
  paused: boolean;
  onPress: () => void;
};

/** Shows how many lines have arrived while the user reads further up. */
export function NewLinesPill({ total, paused, onPress }: NewLinesPillProps) {
  const t = useTranslations("log");
  const [seen, setSeen] = useState(total);
  if (!paused && seen !== total) setSeen(total);
  if (!paused || total <= seen) return null;
  return (
    <button
      type="button"
      onClick={onPress}
      className="absolute bottom-3 left-1/2 inline-flex h-7 -translate-x-1/2 items-center gap-1.5 rounded-full bg-primary px-3 font-medium text-primary-foreground text-xs tabular-nums shadow-lg hover:bg-primary-hover print:hidden"
    >
      <ArrowDown className="size-3.5" />
      {t("newLines", { count: total - seen })}
    </button>
  );
}
