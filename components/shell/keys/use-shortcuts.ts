import { useEffectEvent, useLayoutEffect, useRef } from "react";
import { useConsole } from "@/components/shell/console-context";
import { focusSearch, moveToRow } from "@/components/shell/keys/list-keys";
import { pressOf } from "@/components/shell/keys/press";
import { keepKey, takeEarlyQuery } from "@/components/shell/palette/early-query";
import { OVERVIEW, type Screen, screenHref, screensOf } from "@/components/shell/screens";
import { useShell } from "@/components/shell/shell-context";
import { useLastView } from "@/components/shell/use-last-view";

const SEQUENCE_MS = 1200;
/** Not 0: a key pressed right after the page loaded would count as following a g. */
const NEVER = Number.NEGATIVE_INFINITY;
const TYPING = "input, textarea, select, [contenteditable=true], [role=textbox]";
const ASKING = "[role=alertdialog], [role=menu], [role=listbox]";

/** Shortcuts of every screen. Single letters only work while nothing is typed and no dialog is open; ? lists them there, too. */
export function useShortcuts(): void {
  const { overlay, show, toggleCollapsed } = useShell();
  const goTo = useGoTo();
  const pressedG = useRef(NEVER);

  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, mod, alt } = pressOf(event);
    if (mod && !alt && key === "k") {
      event.preventDefault();
      takeEarlyQuery();
      return show(overlay === "palette" ? null : "palette");
    }
    if (overlay === "palette" && !mod && !alt && !isBusy(event) && keepKey(event.key)) event.preventDefault();
    if (mod || alt || event.defaultPrevented || overlay || isBusy(event)) return;
    if (key === "?") return show("shortcuts");
    if (document.querySelector("[role=dialog]")) return;
    const afterG = event.timeStamp - pressedG.current < SEQUENCE_MS;
    pressedG.current = NEVER;
    if (afterG && goTo(key)) event.preventDefault();
    else if (key === "g") pressedG.current = event.timeStamp;
    else if (key === "[") toggleCollapsed();
    else if (key === "r") runButton(event.target)?.click();
    else if (LIST_KEYS[key]?.()) event.preventDefault();
  });

  // In the same moment as the screen: a key pressed on a project just opened would otherwise reach the frame that left.
  useLayoutEffect(() => {
    // A browser that fills in a field sends events without a key.
    const onKey = (event: Event) => event instanceof KeyboardEvent && press(event);
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

/** Each says whether there was something to do. */
const LIST_KEYS: Record<string, () => boolean> = {
  j: () => moveToRow(1),
  k: () => moveToRow(-1),
  "/": focusSearch,
};

const isBusy = ({ target }: KeyboardEvent): boolean =>
  (target instanceof Element && target.closest(TYPING) !== null) || document.querySelector(ASKING) !== null;

const ROW = ":is(tr, li, [role=row])";

/** The Run button of the focused row, else of the hovered one, else of the page. */
const runButton = (target: EventTarget | null): HTMLElement | null =>
  (target instanceof Element ? target : document.body).closest(ROW)?.querySelector<HTMLElement>("[data-run]") ??
  document.querySelector<HTMLElement>(`${ROW}:hover [data-run]`) ??
  document.querySelector<HTMLElement>("[data-run=page]");

/** Navigates to the key's screen; false if there is none. */
function useGoTo(): (key: string) => boolean {
  const { navigate } = useShell();
  const place = useConsole();
  const view = useLastView();
  return (key) => {
    if (key === OVERVIEW.goKey) {
      navigate(OVERVIEW.href);
      return true;
    }
    const screen: Screen | undefined = screensOf(place).find(({ goKey }) => goKey === key);
    if (!place.project || !screen) return false;
    navigate(screenHref(screen, place.project, view));
    return true;
  };
}
