import { useEffect, useRef, useState } from "react";
import { api } from "@/components/api-client";
import { useProblemText } from "@/components/problem/use-problem-text";
import type { ActionResult } from "@/lib/operation/result";
import type { Probe } from "@/lib/probe/schema";

/** What a form shows of its test; a problem: nobody could be asked. */
export type Shown = { state: "testing" } | { state: "answered"; probe: Probe } | { state: "refused"; problem: string };

const LOOK_AGAIN_MS = 300;

const isOpen = ({ state }: Probe): boolean => state === "waiting" || state === "running";

/** Asks, and looks for the answer until there is one; a new test takes the place of the one before. */
export function useProbe(projectId: number) {
  const problemText = useProblemText();
  const [shown, setShown] = useState<Shown | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  async function test(ask: () => Promise<ActionResult<Probe>>): Promise<void> {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    setShown({ state: "testing" });
    const answer = await answerTo(ask, projectId, controller.signal).catch(
      (thrown): Shown => ({ state: "refused", problem: problemText(thrown) }),
    );
    if (!controller.signal.aborted) setShown(answer);
  }

  return { shown, test };
}

async function answerTo(
  ask: () => Promise<ActionResult<Probe>>,
  projectId: number,
  signal: AbortSignal,
): Promise<Shown> {
  const asked = await ask();
  if (!asked.ok) return { state: "refused", problem: asked.failure.message };
  let probe = asked.data;
  while (isOpen(probe) && !signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    probe = await api("GET /project/:projectId/probes/:probeId", { params: { projectId, probeId: probe.id }, signal });
  }
  return { state: "answered", probe };
}
