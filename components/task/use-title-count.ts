import { useEffect } from "react";
import { countInTitle } from "@/components/task/tab-title";

/** Prefixes the page's title with the number of running tasks; zero removes it. */
export function useTitleCount(running: number): void {
  useEffect(() => countInTitle(running), [running]);
}
