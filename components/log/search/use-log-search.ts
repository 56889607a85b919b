import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { ROW } from "@/components/log/line/geometry";
import { parseLines } from "@/components/log/line/line-hash";
import type { LineMark } from "@/components/log/line/log-line";
import { hitBefore, hitFrom, lineOf } from "@/components/log/search/hits";
import { type FindLines, type Hits, type TextQuery, useHits, useSettled } from "@/components/log/search/use-hits";
import { isKeyFor } from "@/components/log/use-log-keys";
import { pressOf } from "@/components/shell/keys/press";

type LogSearchOptions = {
  root: RefObject<HTMLElement | null>;
  /** Keys need the focus in the log. */
  within: boolean;
  find: FindLines;
  total: number;
  /** The task failed: searches for errors and jumps to the first when the log opens. */
  failed: boolean;
  topLine: () => number;
  /** How many pixels a jump to a line would scroll; null if it is far away. */
  wayTo: (line: number) => number | null;
  jumpTo: (line: number) => void;
  /** Returns the focus to the log. */
  leave: () => void;
};

/** Search for text and errors in a log. */
export function useLogSearch(options: LogSearchOptions) {
  const { find, total, jumpTo, topLine, leave } = options;
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [isExact, setExact] = useState(false);
  const [isPattern, setPattern] = useState(false);
  const hits = useHits({ find, total, jumpTo });
  const errors = useHits({ find, total, jumpTo });
  useSettled(open ? text : "", `${isExact} ${isPattern}`, (settled) =>
    settled ? hits.look({ text: settled, isExact, isPattern }, topLine()) : hits.forget(),
  );
  useFirstError(options.failed, errors);
  useSearchKeys(options, open, show, hide);
  // As soon as the field exists, because the next key may follow the / immediately.
  useLayoutEffect(() => {
    if (open) takeFocus(input.current);
  }, [open]);

  function show() {
    setOpen(true);
    takeFocus(input.current);
  }

  function hide() {
    setOpen(false);
    leave();
  }

  const { nextError, previousError } = errorSteps(errors, options);
  const marks = useMemo(() => marksOf(hits.found, errors.found), [hits.found, errors.found]);
  const ways = { isExact, setExact, isPattern, setPattern };
  const shown = open ? { text, isExact, isPattern } : NOTHING;
  const keys = {
    "/": show,
    n: () => hits.step(1),
    N: () => hits.step(-1),
    e: nextError,
    E: previousError,
  };
  return { input, open, text, setText, ...ways, show, hide, hits, errors, nextError, marks, shown, keys };
}

/** From the error that a press has shown to the one beside it; from anywhere else, to the nearest. */
function errorSteps(errors: Hits, { topLine, wayTo }: LogSearchOptions) {
  const { found } = errors;
  const shown = found && found.at !== null ? lineOf(found.hits, found.at) : null;
  const way = () => (shown === null ? null : wayTo(shown));
  const isThere = () => Math.abs(way() ?? ROW) < ROW;
  const here = () => (shown !== null && (way() ?? 0) < 0 ? Math.max(shown + 1, topLine()) : topLine());
  // Without asking, so that the next press finds it shown.
  const known = found && found.hits.lines.length === found.hits.count ? found.hits : null;

  function nextError() {
    if (isThere()) return errors.step(1);
    const at = known && hitFrom(known, here());
    return at === null ? errors.look({ errors: true }, here()) : errors.show(at);
  }

  function previousError() {
    if (isThere()) return errors.step(-1);
    const at = known && hitBefore(known, topLine());
    return at === null ? errors.lookBack({ errors: true }, topLine()) : errors.show(at);
  }

  return { nextError, previousError };
}

const NOTHING: TextQuery = { text: "", isExact: false, isPattern: false };

export type LogSearch = ReturnType<typeof useLogSearch>;

function takeFocus(input: HTMLInputElement | null) {
  input?.focus();
  input?.select();
}

/**
 * Opens a failed task at its first error. Doesn't scroll when a task fails while it is open, or when the user has
 * already started to scroll.
 */
function useFirstError(failed: boolean, errors: Hits): void {
  const [opensFailed] = useState(failed);
  const moved = useMoved();
  const mayJump = () => opensFailed && !moved.current && !parseLines(window.location.hash);
  const look = useEffectEvent(() => errors.look({ errors: true }, 0, mayJump));
  useEffect(() => {
    if (failed) void look();
  }, [failed]);
}

const USER_EVENTS = ["keydown", "pointerdown", "wheel"] as const;

/** Whether the user has used keyboard, pointer or wheel. */
function useMoved(): RefObject<boolean> {
  const moved = useRef(false);
  useEffect(() => {
    const stop = new AbortController();
    const move = () => {
      moved.current = true;
      stop.abort();
    };
    for (const kind of USER_EVENTS)
      window.addEventListener(kind, move, { capture: true, passive: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
  return moved;
}

type Keyed = Pick<LogSearchOptions, "root" | "within">;

/** Ctrl-F searches the whole log instead of the rendered lines; Escape closes the search before a dialog. */
function useSearchKeys({ root, within }: Keyed, open: boolean, show: () => void, hide: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const finds = (event.ctrlKey || event.metaKey) && pressOf(event).key === "f";
    if (!(finds || (open && event.key === "Escape")) || !isKeyFor(root, within, event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (finds) show();
    else hide();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    // On window, because dialogs capture keys on the document.
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, []);
}

function marksOf(found: Hits["found"], errors: Hits["found"]): ReadonlyMap<number, LineMark> {
  const marks = new Map<number, LineMark>(errors?.hits.lines.map((line) => [line, "error"]));
  if (found && "isPattern" in found.query && found.query.isPattern)
    for (const line of found.hits.lines) marks.set(line, "match");
  const current = found && found.at !== null ? lineOf(found.hits, found.at) : null;
  if (current !== null) marks.set(current, "current");
  return marks;
}
