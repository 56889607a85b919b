import { useLocale, useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { formatExactTime } from "@/components/format/format-time";
import { useCronWords } from "@/components/schedule/cron/use-cron-words";
import { usePreview } from "@/components/schedule/cron/use-preview";
import { timingOf } from "@/components/schedule/schedule-form-schema";
import { Badge } from "@/components/ui/badge";
import { Hint } from "@/components/ui/hint";
import { Skeleton } from "@/components/ui/skeleton";

const SHOWN = 3;

/** The schedule's next runs, calculated by the server. */
export function RunPreview({ projectId }: { projectId: number }) {
  const t = useTranslations("schedule");
  const locale = useLocale();
  const [mode, cron_format, once_at, timezone] = useWatch({ name: ["mode", "cron_format", "once_at", "timezone"] });
  const timing = { ...timingOf({ mode, cron_format, once_at }), timezone };
  const answer = usePreview(projectId, timing, SHOWN);
  const words = useCronWords(timing.cron_format);
  if (timing.cron_format.trim() === "" && timing.run_at === null) return null;
  return (
    <section
      aria-live="polite"
      aria-label={t("nextRuns")}
      className="rounded-md border border-border bg-muted/50 px-3 py-2 text-sm"
    >
      {words && answer && "preview" in answer && <p className="mb-1.5 first-letter:uppercase">{words}</p>}
      <h3 className="font-medium">{t("nextRuns")}</h3>
      {answer === null && <Skeleton className="mt-1.5 h-4 w-64" />}
      {answer && "problem" in answer && <p className="mt-1 text-error-text">{answer.problem}</p>}
      {answer && "preview" in answer && (
        <ol className="mt-1 grid gap-0.5 tabular-nums">
          {answer.preview.runs.map(({ at, clocks }) => (
            <li key={at} className="flex flex-wrap items-center gap-2">
              <time dateTime={at}>{formatExactTime(new Date(at), locale, answer.preview.timezone)}</time>
              {clocks && (
                <Hint text={t(`clocksHint.${clocks}`)}>
                  <Badge variant="amber" tabIndex={0}>
                    {t(`clocks.${clocks}`)}
                  </Badge>
                </Hint>
              )}
            </li>
          ))}
          {answer.preview.runs.length === 0 && <li className="text-muted-foreground">{t("noRuns")}</li>}
        </ol>
      )}
    </section>
  );
}
