import { Eraser } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { problemOf, useProblemText } from "@/components/problem/use-problem-text";
import type { RunnerCalls } from "@/components/runner/runner-calls";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import type { Runner } from "@/lib/runner/schema";

/** Has the runner drop its stored repositories and requirements. */
export function CleanButton({ runner: { id }, calls }: { runner: Runner; calls: RunnerCalls }) {
  const t = useTranslations("runner");
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);

  async function clean() {
    setBusy(true);
    const problem = await calls
      .clean(id)
      .then(problemOf, problemText)
      .finally(() => setBusy(false));
    if (problem) toast.error(problem);
    else toast.success(t("cleanAsked"));
  }

  return (
    <IconButton label={t("clean")} onClick={clean} disabled={busy}>
      <Eraser />
    </IconButton>
  );
}
