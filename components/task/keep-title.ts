const COUNT = /^\(\d+\) /;

/** A title without the number of running tasks before it. */
export const withoutCount = (title: string): string => title.replace(COUNT, "");

/** Makes the tab's title `titleOf` the present one, also each time Next writes the page's. Returns what ends it. */
export function keepTitle(titleOf: (present: string) => string): () => void {
  const write = () => {
    const title = titleOf(document.title);
    if (document.title !== title) document.title = title;
  };
  write();
  const observer = new MutationObserver(write);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}
