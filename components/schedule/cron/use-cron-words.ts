import { useLocale } from "next-intl";
import { useEffect, useState } from "react";
import { cronWords } from "@/components/schedule/cron/cron-words";

/** A cron expression in words; null while loading, and for expressions without a description. */
export function useCronWords(cron: string): string | null {
  const locale = useLocale();
  const [said, setSaid] = useState<{ cron: string; words: string | null } | null>(null);
  useEffect(() => {
    let current = true;
    cronWords(cron, locale).then(
      (words) => current && setSaid({ cron, words }),
      // Loading failed; the list of next runs gives the same information.
      () => current && setSaid(null),
    );
    return () => {
      current = false;
    };
  }, [cron, locale]);
  return said?.cron === cron ? said.words : null;
}
