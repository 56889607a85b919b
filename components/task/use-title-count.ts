import { useEffect } from "react";

const COUNT = /^\(\d+\) /;

/** Prefixes the page's title with the number of running tasks; zero removes it. */
export function useTitleCount(running: number): void {
  useEffect(() => {
    const write = () => {
      const plain = document.title.replace(COUNT, "");
      const title = running > 0 ? `(${running}) ${plain}` : plain;
      if (document.title !== title) document.title = title;
    };
    write();
    // Next overwrites the title when it has refreshed the page.
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(COUNT, "");
    };
  }, [running]);
}
