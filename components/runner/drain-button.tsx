import { CirclePause, CirclePlay } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RunnerCalls } from "@/components/runner/runner-calls";
import { useSavedChoice } from "@/components/table/use-saved-choice";
import { IconButton } from "@/components/ui/icon-button";
import type { Runner } from "@/lib/runner/schema";

/** Drains the runner, or resumes a draining one. */
export function DrainButton({ runner: { id, draining }, calls }: { runner: Runner; calls: RunnerCalls }) {
  const t = useTranslations("runner");
  const [shown, choose] = useSavedChoice(draining, (drain) => calls.drain(id, drain));
  return (
    <IconButton label={t(shown ? "resume" : "drainHint")} onClick={() => choose(!shown)}>
      {shown ? <CirclePlay /> : <CirclePause />}
    </IconButton>
  );
}
