import { useEffect, useRef, useState } from "react";
import { api } from "@/components/api-client";
import { useProblemText } from "@/components/problem/use-problem-text";
import type { ActionResult, Failure } from "@/lib/operation/result";
import type { Probe } from "@/lib/probe/schema";

/** The state of a form's test; `refused`: it could not be started, or a field is invalid. */
export type Shown =
  | { state: "testing" }
  | { state: "answered"; probe: Probe }
  | { state: "refused"; problems: string[] };

const POLL_MS = 300;

const isOpen = ({ state }: Probe): boolean => state === "waiting" || state === "running";

/**
 * Starts a test and polls for its result; a new test replaces the previous one. `refuse` shows a rejected request in the
 * form, and returns the remaining texts.
 */
export function useProbe(projectId: number, refuse: (failure: Failure) => string[]) {
  const problemText = useProblemText();
  const [shown, setShown] = useState<Shown | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  async function test(ask: () => Promise<ActionResult<Probe>>): Promise<void> {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    setShown({ state: "testing" });
    const answer = await answerTo(ask, controller.signal).catch(
      (thrown): Shown => ({ state: "refused", problems: [problemText(thrown)] }),
    );
    if (!controller.signal.aborted) setShown(answer);
  }

  async function answerTo(ask: () => Promise<ActionResult<Probe>>, signal: AbortSignal): Promise<Shown> {
    const asked = await ask();
    if (!asked.ok) return { state: "refused", problems: signal.aborted ? [] : refuse(asked.failure) };
    let probe = asked.data;
    while (isOpen(probe) && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const params = { projectId, probeId: probe.id };
      probe = await api("GET /project/:projectId/probes/:probeId", { params, signal });
    }
    return { state: "answered", probe };
  }

  return { shown, test };
}
