import { useSearchParams } from "next/navigation";
import { oneLine } from "@/components/log/line/line-hash";
import { openTab, TAB_PARAM } from "@/components/task/open-task";

const LOG = "log";

/** The tab in the address; if there is none, or it is not offered, the log, or the first tab of a task without one. */
export function useTaskTab(offered: readonly string[]): string {
  const named = useSearchParams().get(TAB_PARAM);
  if (named !== null && offered.includes(named)) return named;
  return offered.includes(LOG) ? LOG : (offered[0] ?? LOG);
}

export const chooseTab = (name: string): void => openTab(name === LOG ? null : name);

/** Opens a line of the log, counted from 0. */
export const openLine = (line: number): void => openTab(null, oneLine(line));
