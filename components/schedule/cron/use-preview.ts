import { useEffect, useState } from "react";
import { useProblemText } from "@/components/problem/use-problem-text";
import { previewSchedule } from "@/lib/schedule/actions";
import type { Preview } from "@/lib/schedule/schema";

type Timing = { cron_format: string; run_at: string | null; timezone: string | null };
type Answer = { preview: Preview } | { problem: string };

const PAUSE_MS = 300;

/** The server's next runs, requested when typing pauses; null until then. */
export function usePreview(projectId: number, timing: Timing, count: number): Answer | null {
  const problemText = useProblemText();
  const [answer, setAnswer] = useState<(Answer & { asked: string }) | null>(null);
  const { cron_format, run_at, timezone } = timing;
  const asked = JSON.stringify([cron_format, run_at, timezone]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` stands for the timing
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const found = await previewSchedule({ projectId }, { cron_format, run_at, timezone, count }).then(
        (result): Answer =>
          result.ok
            ? { preview: result.data }
            : { problem: Object.values(result.failure.fields)[0] ?? result.failure.message },
        (thrown): Answer => ({ problem: problemText(thrown) }),
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
