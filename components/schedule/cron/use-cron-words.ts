import { useLocale } from "next-intl";
import { useEffect, useState } from "react";
import { cronWords } from "@/components/schedule/cron/cron-words";

/** A cron text in the reader's words; null until they are there, and where there are none. */
export function useCronWords(cron: string): string | null {
  const locale = useLocale();
  const [said, setSaid] = useState<{ cron: string; words: string | null } | null>(null);
  useEffect(() => {
    let current = true;
    cronWords(cron, locale).then(
      (words) => current && setSaid({ cron, words }),
      // The file could not be fetched; the next runs say the same.
      () => current && setSaid(null),
    );
    return () => {
      current = false;
    };
  }, [cron, locale]);
  return said?.cron === cron ? said.words : null;
}
