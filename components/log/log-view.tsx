import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { FilterChip } from "@/components/log/fold/filter-chip";
import { type LogFilter, useFilter } from "@/components/log/fold/use-filter";
import { useFolds } from "@/components/log/fold/use-folds";
import { useRevealing } from "@/components/log/fold/use-revealing";
import { type SectionSource, useSections } from "@/components/log/fold/use-sections";
import { Where } from "@/components/log/fold/where";
import { GoToLine } from "@/components/log/go-to-line";
import { fits } from "@/components/log/line/geometry";
import { type LineRange, parseLines } from "@/components/log/line/line-hash";
import { LogLines } from "@/components/log/line/log-lines";
import { LogFoot } from "@/components/log/log-foot";
import type { LogStore } from "@/components/log/log-store";
import { NewLinesPill } from "@/components/log/new-lines-pill";
import { SearchBar } from "@/components/log/search/search-bar";
import type { FindLines } from "@/components/log/search/use-hits";
import { useLogSearch } from "@/components/log/search/use-log-search";
import { useLogKeys } from "@/components/log/use-log-keys";
import { useLogScroll } from "@/components/log/use-log-scroll";
import { useLogVersion } from "@/components/log/use-log-store";
import { useTargetLines } from "@/components/log/use-target-lines";

export type LogViewHandle = {
  jumpTo: (line: number) => void;
  toTop: () => void;
  toEnd: () => void;
  focus: () => void;
};

type LogViewProps = {
  store: LogStore;
  find: FindLines;
  sections: SectionSource;
  filter: LogFilter | null;
  onFilter: (filter: LogFilter | null) => void;
  /** More lines may arrive, so the end can be followed. */
  live: boolean;
  /** The task failed: opens at the first error instead. Lines in the URL's hash take precedence. */
  failed?: boolean;
  /** Right part of the bar under the log; receives the linked lines. */
  toolbarEnd?: (selected: LineRange | null) => ReactNode;
  /** Tells several logs on the screen apart; keys then need the focus inside, and lines aren't linked. */
  name?: string;
  ref?: Ref<LogViewHandle>;
};

/** A task's log. It fills its parent, which must have a height, and opens at its end. */
export function LogView({ store, find, live, failed = false, filter, name, ref, ...props }: LogViewProps) {
  const t = useTranslations("log");
  const root = useRef<HTMLElement>(null);
  const within = name !== undefined;
  const [wantsWrap, setWrap] = useState(false);
  const showAll = () => props.onFilter(null);
  useLogVersion(store);
  const sections = useSections(props.sections, store.total, store.isOpened);
  const only = useFilter(filter, props.sections.findHost, { total: store.total, sections });
  const folds = useFolds(sections, only, showAll);
  const { rows, isFolded } = folds;
  const scroll = useLogScroll(store, { live, startsFollowing: live, wantsWrap, rows, isFolded });
  const { scroller, following, wraps, canWrap, toEnd, topLine, wayTo } = scroll;
  const jumpTo = useRevealing(folds, scroll.jumpTo);
  const { target, point, select } = useTargetLines(jumpTo, !within);
  const { clock, toggleClock } = useClock();
  const focus = () => scroller.current?.focus();
  const search = useLogSearch({ root, within, find, total: store.total, failed, topLine, wayTo, jumpTo, leave: focus });
  useOpeningAtEnd(toEnd, within);
  const { going, openGoing, endGoing, goingKeys } = useGoing(focus);
  function goTo(line: number) {
    point(line);
    jumpTo(line);
  }
  const toTop = () => jumpTo(0);
  const toggleFollow = () => (following ? scroll.pause() : toEnd());
  const toggleWrap = () => canWrap && setWrap(!wantsWrap);
  useImperativeHandle(ref, () => ({ jumpTo, toTop, toEnd, focus }));
  useLogKeys(root, within, {
    ...(sections.length > 0 && { z: () => folds.toggleAt(topLine()), Z: folds.toggleAll }),
    g: toTop,
    G: toEnd,
    w: toggleWrap,
    ...goingKeys,
    ...search.keys,
    ...(live && { f: toggleFollow }),
  });

  return (
    <section
      ref={root}
      aria-label={[t("label"), name].filter(Boolean).join(" ")}
      className="flex h-full min-h-0 flex-col"
    >
      <div className="relative min-h-0 flex-1">
        <LogLines
          {...{ store, scroll, folds, live, clock, target }}
          marks={search.marks}
          text={search.shown}
          onPoint={point}
          onSelect={select}
        />
        <Where {...{ sections, scroller, topLine, jumpTo }} />
        {store.total === 0 && <Empty text={t(live ? "empty" : "emptyFinal")} />}
        <NewLinesPill total={store.total} paused={live && !following && !fits(scroll)} onPress={toEnd} />
      </div>
      <LogFoot
        lines={<GoToLine total={store.total} open={going} onOpen={openGoing} onDone={endGoing} onGo={goTo} />}
        failing={store.failing}
        following={live ? following : null}
        onFollow={toggleFollow}
        times={clock !== null}
        onTimes={toggleClock}
        wraps={canWrap ? wraps : null}
        onWrap={toggleWrap}
        folded={sections.length > 0 ? folds.folded.size > 0 : null}
        onFold={folds.toggleAll}
        onTop={toTop}
        onEnd={toEnd}
        start={
          <>
            <SearchBar search={search} />
            {filter && <FilterChip name={filter.name} onPress={showAll} />}
          </>
        }
        end={props.toolbarEnd?.(target)}
      />
    </section>
  );
}

/** Unless the address names other lines, and is about this log. */
function useOpeningAtEnd(toEnd: () => void, always: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where it opens
  useEffect(() => {
    if (always || !parseLines(window.location.hash)) toEnd();
  }, []);
}

function Empty({ text }: { text: string }) {
  return <p className="absolute inset-x-0 top-10 text-center text-muted-foreground text-sm">{text}</p>;
}

/** Whether the number of a line is asked for; `leave` returns the focus to the log. */
function useGoing(leave: () => void) {
  const [going, openGoing] = useState(false);
  function endGoing() {
    openGoing(false);
    leave();
  }
  const open = () => openGoing(true);
  return { going, openGoing, endGoing, goingKeys: { ":": open, "Ctrl+g": open } };
}

/** Formats the time of a line; null while times are hidden, as they are at first. */
function useClock() {
  const locale = useLocale();
  const [shown, setShown] = useState(false);
  const clock = useMemo(
    () => (shown ? new Intl.DateTimeFormat(locale, { timeStyle: "medium", hourCycle: "h23" }) : null),
    [locale, shown],
  );
  return { clock, toggleClock: () => setShown(!shown) };
}
