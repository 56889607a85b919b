import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { oneLine, parseLines } from "@/components/log/line/line-hash";
import { openTab, TAB_PARAM } from "@/components/task/open-task";
import type { TaskDetail } from "@/lib/task/schema";

const LOG = "log";
const PLAN = "plan";

/** The tab in the address; if there is none, or it is not offered, the one that the task opens on. */
export function useTaskTab({ status }: Pick<TaskDetail, "status">, offered: readonly string[]) {
  const named = useSearchParams().get(TAB_PARAM);
  const [askedAtOpening, setAsked] = useState(status === "waiting_confirmation");
  // The server does not see a linked line.
  useEffect(() => {
    if (parseLines(window.location.hash)) setAsked(false);
  }, []);
  const first = firstTab(offered, askedAtOpening && status === "waiting_confirmation");
  const current = named !== null && offered.includes(named) ? named : first;
  return { current, choose: (name: string) => openTab(name === first ? null : name) };
}

/** The plan that waits for a decision, or else the log, or the first tab of a task without one. */
export function firstTab(offered: readonly string[], asks: boolean): string {
  if (asks && offered.includes(PLAN)) return PLAN;
  return offered.includes(LOG) ? LOG : (offered[0] ?? LOG);
}

/** Opens a line of the log, counted from 0. */
export const openLine = (line: number): void => openTab(LOG, oneLine(line));
