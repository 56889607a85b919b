import { useEffect } from "react";
import { keepTitle, withoutCount } from "@/components/task/keep-title";

/** Prefixes the page's title with the number of running tasks; zero removes it. */
export function useTitleCount(running: number): void {
  useEffect(() => {
    const end = keepTitle((present) => {
      const plain = withoutCount(present);
      return running > 0 ? `(${running}) ${plain}` : plain;
    });
    return () => {
      end();
      document.title = withoutCount(document.title);
    };
  }, [running]);
}
