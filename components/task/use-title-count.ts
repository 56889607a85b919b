import { useEffect } from "react";

const COUNT = /^\(\d+\) /;

/** Puts the number of running tasks before the page's title; none takes it away again. */
export function useTitleCount(running: number): void {
  useEffect(() => {
    const write = () => {
      const plain = document.title.replace(COUNT, "");
      const title = running > 0 ? `(${running}) ${plain}` : plain;
      if (document.title !== title) document.title = title;
    };
    write();
    // Next writes the title anew after it has fetched the page again.
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(COUNT, "");
    };
  }, [running]);
}
