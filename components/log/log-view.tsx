import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { useFolds } from "@/components/log/fold/use-folds";
import { useRevealing } from "@/components/log/fold/use-revealing";
import { type SectionSource, useSections } from "@/components/log/fold/use-sections";
import { Where } from "@/components/log/fold/where";
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
import { cn } from "@/components/ui/cn";

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
  /** More lines may arrive, so the end can be followed. */
  live: boolean;
  /** The task failed: opens at the first error instead. Lines in the URL's hash take precedence. */
  failed?: boolean;
  /** Right part of the bar under the log; receives the linked lines. */
  toolbarEnd?: (selected: LineRange | null) => ReactNode;
  className?: string;
  ref?: Ref<LogViewHandle>;
};

/** A task's log. It fills its parent, which must have a height, and opens at its end. */
export function LogView({ store, find, live, failed = false, ref, ...props }: LogViewProps) {
  const t = useTranslations("log");
  const root = useRef<HTMLElement>(null);
  const [times, setTimes] = useState(false);
  const [wantsWrap, setWrap] = useState(false);
  useLogVersion(store);
  const sections = useSections(props.sections, store.total, store.isOpened);
  const folds = useFolds(sections, null);
  const { rows, isFolded } = folds;
  const scroll = useLogScroll(store, { live, startsFollowing: live, wantsWrap, rows, isFolded });
  const { scroller, following, wraps, canWrap, toEnd, topLine } = scroll;
  const jumpTo = useRevealing(folds, scroll.jumpTo);
  const [target, point] = useTargetLines(jumpTo);
  const clock = useClock(times);
  const focus = () => scroller.current?.focus();
  const search = useLogSearch({ root, find, total: store.total, failed, topLine, jumpTo, leave: focus });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only where it opens
  useEffect(() => {
    if (!parseLines(window.location.hash)) toEnd();
  }, []);

  const toTop = () => jumpTo(0);
  const toggleFollow = () => (following ? scroll.pause() : toEnd());
  const toggleWrap = () => canWrap && setWrap(!wantsWrap);
  useImperativeHandle(ref, () => ({ jumpTo, toTop, toEnd, focus }));
  useLogKeys(root, {
    ...(sections.length > 0 && { z: () => folds.toggleAt(topLine()), Z: folds.toggleAll }),
    ...{ g: toTop, G: toEnd, w: toggleWrap, e: search.nextError, "/": search.show },
    ...{ n: () => search.hits.step(1), N: () => search.hits.step(-1) },
    ...(live && { f: toggleFollow }),
  });

  return (
    <section ref={root} aria-label={t("label")} className={cn("flex h-full min-h-0 flex-col", props.className)}>
      <div className="relative min-h-0 flex-1">
        <LogLines
          {...{ store, scroll, folds, live, clock, target }}
          marks={search.marks}
          text={search.shown}
          onPoint={point}
        />
        <Where {...{ sections, scroller, topLine, jumpTo }} />
        {store.total === 0 && (
          <p className="absolute inset-x-0 top-10 text-center text-muted-foreground text-sm">
            {t(live ? "empty" : "emptyFinal")}
          </p>
        )}
        <NewLinesPill total={store.total} paused={live && !following} onPress={toEnd} />
      </div>
      <LogFoot
        total={store.total}
        failing={store.failing}
        following={live ? following : null}
        onFollow={toggleFollow}
        times={times}
        onTimes={() => setTimes(!times)}
        wraps={canWrap ? wraps : null}
        onWrap={toggleWrap}
        folded={sections.length > 0 ? folds.folded.size > 0 : null}
        onFold={folds.toggleAll}
        onTop={toTop}
        onEnd={toEnd}
        start={<SearchBar search={search} />}
        end={props.toolbarEnd?.(target)}
      />
    </section>
  );
}

/** Formats the time of a line; null when times are hidden. */
function useClock(shown: boolean): Intl.DateTimeFormat | null {
  const locale = useLocale();
  return useMemo(
    () => (shown ? new Intl.DateTimeFormat(locale, { timeStyle: "medium", hourCycle: "h23" }) : null),
    [locale, shown],
  );
}
