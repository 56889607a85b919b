import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { problemOf, useProblemText } from "@/components/problem/use-problem-text";
import { toast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/operation/result";

/**
 * A value that a control in a list saves at once: shows the choice while saving, then the server's value. Choices made
 * during a save are saved after it.
 */
export function useSavedChoice<Value>(
  saved: Value,
  save: (value: Value) => Promise<ActionResult<unknown>>,
): [shown: Value, choose: (value: Value) => void] {
  const problemText = useProblemText();
  const router = useRouter();
  const [shown, setShown] = useOptimistic(saved);
  const [, startSaving] = useTransition();

  function choose(value: Value) {
    startSaving(async () => {
      setShown(value);
      const problem = await save(value).then(problemOf, problemText);
      if (problem) toast.error(problem);
      startSaving(() => router.refresh());
    });
  }

  return [shown, choose];
}
