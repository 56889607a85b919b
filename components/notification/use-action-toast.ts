import { useState } from "react";
import { problemOf, useProblemText } from "@/components/problem/use-problem-text";
import { toast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/operation/result";

type Run = (action: () => Promise<ActionResult<unknown>>, done: string, onDone: () => void) => Promise<void>;

/** Runs an action and shows its result as a toast; `busy` while it runs. */
export function useActionToast(): [busy: boolean, run: Run] {
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);

  const run: Run = async (action, done, onDone) => {
    setBusy(true);
    const problem = await action().then(problemOf, problemText);
    setBusy(false);
    if (problem) toast.error(problem);
    else toast.success(done);
    onDone();
  };

  return [busy, run];
}
