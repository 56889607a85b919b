import { useState } from "react";
import { useProblemText } from "@/components/problem/use-problem-text";
import { toast } from "@/components/ui/toast";

/** The server may have answered before the second click of a double click, which must not start another task. */
const DOUBLE_CLICK_MS = 600;

/** `during` runs what starts a task and shows why it failed; `starting` lasts a little longer, through a double click. */
export function useStarting() {
  const problemText = useProblemText();
  const [starting, setStarting] = useState(false);

  async function during(act: () => Promise<void>) {
    setStarting(true);
    await act().catch((error: unknown) => toast.error(problemText(error)));
    await new Promise((resolve) => setTimeout(resolve, DOUBLE_CLICK_MS));
    setStarting(false);
  }

  return { starting, during };
}
