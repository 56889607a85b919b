import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { SERVER_ERROR, useFieldError } from "@/components/form/field-error";
import { formatExactTime } from "@/components/format/format-time";
import { useProblemText } from "@/components/problem/use-problem-text";
import { useCronWords } from "@/components/schedule/cron/use-cron-words";
import { timingOf } from "@/components/schedule/schedule-form-schema";
import { Badge } from "@/components/ui/badge";
import { Hint } from "@/components/ui/hint";
import { Skeleton } from "@/components/ui/skeleton";
import { previewSchedule } from "@/lib/schedule/actions";
import type { Preview } from "@/lib/schedule/schema";

const SHOWN = 3;

/** The schedule's next runs, calculated by the server; what keeps it from running is shown at its field. */
export function RunPreview({ projectId }: { projectId: number }) {
  const t = useTranslations("schedule");
  const locale = useLocale();
  const [mode, cron_format, once_at, timezone] = useWatch({ name: ["mode", "cron_format", "once_at", "timezone"] });
  const timing = { ...timingOf({ mode, cron_format, once_at }), timezone };
  const answer = usePreview(projectId, timing, SHOWN);
  const words = useCronWords(timing.cron_format);
  const atField = useMarkedFields(answer);
  if (isBlank(timing)) return null;
  return (
    <section
      aria-live="polite"
      aria-label={t("nextRuns")}
      className={atField ? "sr-only" : "rounded-md border border-border bg-muted/50 px-3 py-2 text-sm"}
    >
      {words && answer && "preview" in answer && <p className="mb-1.5 first-letter:uppercase">{words}</p>}
      <h3 className="font-medium">
        {t("nextRuns")}
        {mode !== "once" && answer && "preview" in answer && (
          <span className="font-normal text-muted-foreground text-xs"> {answer.preview.timezone}</span>
        )}
      </h3>
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

type Timing = { cron_format: string; run_at: string | null; timezone: string | null };
const isBlank = ({ cron_format, run_at }: Timing): boolean => cron_format.trim() === "" && run_at === null;

type Answer = { preview: Preview } | { problem: string; fields: Record<string, string> };

/** The API's names of the fields, and the form's. */
const PLACES: Record<string, string> = { cron_format: "cron_format", run_at: "once_at", timezone: "timezone" };

/** Shows the problem at its field; whether it is there. */
function useMarkedFields(answer: Answer | null): boolean {
  const { setError } = useFormContext();
  const errors = [useFieldError("cron_format"), useFieldError("once_at"), useFieldError("timezone")];

  useEffect(() => {
    if (!answer || !("problem" in answer)) return;
    for (const [path, message] of Object.entries(answer.fields)) {
      const place = PLACES[path];
      if (place) setError(place, { type: SERVER_ERROR, message });
    }
  }, [answer, setError]);

  return answer !== null && "problem" in answer && errors.includes(answer.problem);
}

const PAUSE_MS = 300;

/** The server's next runs, requested when typing pauses; null until then. */
function usePreview(projectId: number, timing: Timing, count: number): Answer | null {
  const problemText = useProblemText();
  const [answer, setAnswer] = useState<(Answer & { asked: string }) | null>(null);
  const { cron_format, run_at, timezone } = timing;
  const asked = JSON.stringify([cron_format, run_at, timezone]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` stands for the timing
  useEffect(() => {
    // The form itself says that it is required.
    if (isBlank(timing)) return;
    let current = true;
    const timer = setTimeout(async () => {
      const found = await previewSchedule({ projectId }, { cron_format, run_at, timezone, count }).then(
        (result): Answer =>
          result.ok
            ? { preview: result.data }
            : {
                problem: Object.values(result.failure.fields)[0] ?? result.failure.message,
                fields: result.failure.fields,
              },
        (thrown): Answer => ({ problem: problemText(thrown), fields: {} }),
      );
      if (current) setAnswer({ ...found, asked });
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asked, projectId, count]);

  return answer?.asked === asked ? answer : null;
}
