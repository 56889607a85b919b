import { CirclePause, CirclePlay } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSavedChoice } from "@/components/table/use-saved-choice";
import { IconButton } from "@/components/ui/icon-button";
import { drainRunner, resumeRunner } from "@/lib/runner/actions";
import type { Runner } from "@/lib/runner/schema";

/** Drains the runner, or resumes a draining one. */
export function DrainButton({ runner: { id, draining } }: { runner: Runner }) {
  const t = useTranslations("runner");
  const [shown, choose] = useSavedChoice(draining, (drain) =>
    drain ? drainRunner({ runnerId: id }, undefined) : resumeRunner({ runnerId: id }, undefined),
  );
  return (
    <IconButton label={t(shown ? "resume" : "drainHint")} onClick={() => choose(!shown)}>
      {shown ? <CirclePlay /> : <CirclePause />}
    </IconButton>
  );
}
