import { useEffect } from "react";

/**
 * The only place that writes the tab's title and icon: two writers that each insist on their own would overwrite each
 * other without end.
 */

/** Without an icon, the page keeps its own. */
type Tab = { title: string; icon?: string };

/** A dialog covers the page below it. */
export type Layer = "page" | "dialog";

const tasks: Partial<Record<Layer, Tab>> = {};
/** Numbers of running tasks, that of the last list shown at the end. */
const counts: { running: number }[] = [];

let observer: MutationObserver | null = null;
let iconLink: HTMLLinkElement | null = null;
/** As Next wrote it. */
let pageTitle = "";
/** Read again after writing: the document takes spaces out of what it is given. */
let written: string | null = null;

/** Shows a task, or that there is no such page, in place of the page until the function it returns is called. */
export function showInTab(layer: Layer, tab: Tab): () => void {
  tasks[layer] = tab;
  update();
  return () => {
    if (tasks[layer] === tab) delete tasks[layer];
    update();
  };
}

/** Prefixes the page's title with the number of running tasks; zero removes it. */
export function useTitleCount(running: number): void {
  useEffect(() => {
    const count = { running };
    counts.push(count);
    update();
    return () => {
      counts.splice(counts.indexOf(count), 1);
      update();
    };
  }, [running]);
}

function update(): void {
  const task = tasks.dialog ?? tasks.page;
  writeTitle(task);
  writeIcon(task);
  if (task || counts.length > 0) observe();
  else rest();
}

function writeTitle(task: Tab | undefined): void {
  if (document.title !== written) pageTitle = document.title;
  const running = counts.at(-1)?.running ?? 0;
  const title = task?.title ?? pageTitle;
  const wanted = running > 0 ? `(${running}) ${title}` : title;
  if (wanted !== document.title) document.title = wanted;
  written = document.title;
}

function writeIcon(task: Tab | undefined): void {
  if (!task?.icon) {
    iconLink?.remove();
    iconLink = null;
    return;
  }
  if (!iconLink) {
    iconLink = document.createElement("link");
    iconLink.rel = "icon";
    iconLink.type = "image/svg+xml";
    document.head.append(iconLink);
  }
  if (iconLink.href !== task.icon) iconLink.href = task.icon;
}

/** Next writes the page's title into the head when the address changes. */
function observe(): void {
  if (observer) return;
  observer = new MutationObserver(() => {
    if (document.title !== written) writeTitle(tasks.dialog ?? tasks.page);
  });
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
}

function rest(): void {
  observer?.disconnect();
  observer = null;
  written = null;
}
