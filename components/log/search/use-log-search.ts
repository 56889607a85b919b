"use client";

import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { parseLines } from "@/components/log/line/line-hash";
import type { LineMark } from "@/components/log/line/log-line";
import { lineOf } from "@/components/log/search/hits";
import { type FindLines, type Hits, useHits, useSettled } from "@/components/log/search/use-hits";
import { isBelow } from "@/components/log/use-log-keys";

type LogSearchOptions = {
  root: RefObject<HTMLElement | null>;
  find: FindLines;
  total: number;
  /** The task failed: what went wrong is looked for, and gone to when it opens. */
  failed: boolean;
  topLine: () => number;
  jumpTo: (line: number) => void;
  /** Gives the keyboard back to the log. */
  leave: () => void;
};

/** Looking for a text and for errors in a log. */
export function useLogSearch(options: LogSearchOptions) {
  const { find, total, jumpTo, topLine, leave } = options;
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const hits = useHits({ find, total, jumpTo });
  const errors = useHits({ find, total, jumpTo });
  useSettled(open ? text : "", (settled) => (settled ? hits.look({ text: settled }, topLine()) : hits.forget()));
  useFirstError(options.failed, errors);
  useSearchKeys(options.root, open, show, hide);

  function show() {
    setOpen(true);
    // The field is there after the next render.
    requestAnimationFrame(() => input.current?.select());
  }

  function hide() {
    setOpen(false);
    leave();
  }

  const nextError = () => (errors.found ? errors.step(1) : errors.look({ errors: true }, topLine()));
  const marks = useMemo(() => marksOf(hits.found, errors.found), [hits.found, errors.found]);
  return { input, open, text, setText, show, hide, hits, errors, nextError, marks, shown: open ? text : "" };
}

export type LogSearch = ReturnType<typeof useLogSearch>;

/** A task that has failed already opens at its first error; one that fails under the reader's eyes moves nothing. */
function useFirstError(failed: boolean, errors: Hits): void {
  const [opensFailed] = useState(failed);
  const look = useEffectEvent(() => errors.look({ errors: true }, 0, opensFailed && !parseLines(window.location.hash)));
  useEffect(() => {
    if (failed) void look();
  }, [failed]);
}

/** Ctrl-F looks here instead of in the few lines the browser knows; Escape ends the search before it closes a dialog. */
function useSearchKeys(root: RefObject<HTMLElement | null>, open: boolean, show: () => void, hide: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const finds = (event.ctrlKey || event.metaKey) && event.key === "f";
    if (!(finds || (open && event.key === "Escape")) || !isBelow(event.target, root)) return;
    event.preventDefault();
    event.stopPropagation();
    if (finds) show();
    else hide();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    // Before anything in the document: dialogs listen there, and capture too.
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, []);
}

function marksOf(found: Hits["found"], errors: Hits["found"]): ReadonlyMap<number, LineMark> {
  const marks = new Map<number, LineMark>(errors?.hits.lines.map((line) => [line, "error"]));
  const current = found && found.at !== null ? lineOf(found.hits, found.at) : null;
  if (current !== null) marks.set(current, "current");
  return marks;
}
