import { isReachable, untilReachable } from "@/components/problem/reach";

type Part = HTMLScriptElement | HTMLLinkElement;
type Observer = { onLost: () => void; onBack: () => void };

/** How often a script is loaded again if the server can be reached; the bundler tries once more. */
const TRIES = 2;
const PAUSE_MS = 300;

let isGone = false;
let held = 0;
const rejectOnLoss = new Set<(reason: Error) => void>();

/** Whether the server has answered that it doesn't have a script of this page: it was updated since. */
export const isUpdated = (): boolean => isGone;

/**
 * A script or stylesheet that can't be loaded would replace what shows it by an error, for as long as the page is open.
 * This keeps it waiting until the server can be reached again. Returns a function that undoes it.
 */
export function holdScripts({ onLost, onBack }: Observer): () => void {
  /** The element that the bundler listens to. */
  const firstOf = new WeakMap<Part, Part>();
  const tries = new Map<string, number>();

  async function fail(failed: Part) {
    const first = firstOf.get(failed) ?? failed;
    if (failed !== first) failed.remove();
    const address = addressOf(first);
    if (!(await isReachable())) await hold();
    const tried = tries.get(address) ?? 0;
    isGone ||= await isMissing(address);
    if (isGone || tried >= TRIES) return void first.dispatchEvent(new Event("error"));
    tries.set(address, tried + 1);
    setTimeout(() => loadAgain(first), tried * PAUSE_MS);
  }

  async function hold() {
    if (held++ === 0) onLost();
    for (const reject of rejectOnLoss) reject(unreachable());
    await untilReachable();
    tries.clear();
    if (--held === 0) onBack();
  }

  function loadAgain(first: Part) {
    const next = document.createElement(first instanceof HTMLScriptElement ? "script" : "link");
    for (const { name, value } of first.attributes) next.setAttribute(name, value);
    next.addEventListener("load", () => first.dispatchEvent(new Event("load")));
    firstOf.set(next, first);
    first.after(next);
  }

  function onError(event: Event) {
    if (!event.isTrusted || !isPart(event.target)) return;
    event.stopImmediatePropagation();
    void fail(event.target);
  }

  window.addEventListener("error", onError, true);
  return () => window.removeEventListener("error", onError, true);
}

/** Rejects, as a request does, if the server can't be reached: for code whose effect must not come later. */
export function withoutWaiting<Code>(code: Promise<Code>): Promise<Code> {
  return new Promise((resolve, reject) => {
    rejectOnLoss.add(reject);
    // Code that is there already resolves before.
    if (held > 0) setTimeout(() => reject(unreachable()));
    code.then(resolve, reject).finally(() => rejectOnLoss.delete(reject));
  });
}

const unreachable = () => new TypeError("A script could not be loaded");

const isPart = (target: EventTarget | null): target is Part =>
  target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === "stylesheet");

const addressOf = (part: Part): string => (part instanceof HTMLScriptElement ? part.src : part.href);

async function isMissing(address: string): Promise<boolean> {
  const reply = await fetch(address, { method: "HEAD" }).catch(() => null);
  return reply?.status === 404;
}
