import { useSearchParams } from "next/navigation";
import { oneLine } from "@/components/log/line/line-hash";
import { openTab, TAB_PARAM } from "@/components/task/open-task";

const LOG = "log";

/** The tab in the address; the log if there is none, or if it is not offered. */
export function useTaskTab(offered: readonly string[]): string {
  const named = useSearchParams().get(TAB_PARAM);
  return named !== null && offered.includes(named) ? named : LOG;
}

export const chooseTab = (name: string): void => openTab(name === LOG ? null : name);

/** Opens a line of the log, counted from 0. */
export const openLine = (line: number): void => openTab(null, oneLine(line));
