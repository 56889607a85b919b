"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { parseLineHash } from "@/components/log/line-hash";
import { LogFoot } from "@/components/log/log-foot";
import type { LineMark } from "@/components/log/log-line";
import { LogLines } from "@/components/log/log-lines";
import type { LogStore } from "@/components/log/log-store";
import { NewLinesPill } from "@/components/log/new-lines-pill";
import { useLogKeys } from "@/components/log/use-log-keys";
import { useLogScroll } from "@/components/log/use-log-scroll";
import { useLogVersion } from "@/components/log/use-log-store";
import { useTargetLine } from "@/components/log/use-target-line";
import { cn } from "@/components/ui/cn";

export type LogViewHandle = {
  jumpTo: (line: number) => void;
  toTop: () => void;
  toEnd: () => void;
  focus: () => void;
};

type LogViewProps = {
  store: LogStore;
  /** More lines may come, so the end can be followed. */
  live: boolean;
  /** Where it opens, unless the URL names a line; a number is a line counted from 0. */
  initial?: "tail" | "top" | number;
  defaultTimes?: boolean;
  marks?: ReadonlyMap<number, LineMark>;
  onFollowingChange?: (following: boolean) => void;
  /** At the left of the bar under the log. */
  toolbar?: ReactNode;
  /** At its right. */
  toolbarEnd?: ReactNode;
  className?: string;
  ref?: Ref<LogViewHandle>;
};

/** A task's log. It fills its parent, which must have a height. Keys: g top, G end, f follow. */
export function LogView({ store, live, initial = live ? "tail" : "top", ref, ...props }: LogViewProps) {
  const t = useTranslations("log");
  const root = useRef<HTMLElement>(null);
  const [times, setTimes] = useState(props.defaultTimes ?? false);
  useLogVersion(store);
  const scroll = useLogScroll(store, live, live && initial === "tail");
  const { scroller, following, jumpTo, toEnd } = scroll;
  const [target, point] = useTargetLine(jumpTo);
  const clock = useClock(times);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only where it opens
  useEffect(() => {
    if (parseLineHash(window.location.hash) !== null) return;
    if (initial === "tail") toEnd();
    else if (initial !== "top") jumpTo(initial);
  }, []);

  const { onFollowingChange } = props;
  useEffect(() => onFollowingChange?.(following), [following, onFollowingChange]);

  const toTop = () => jumpTo(0);
  const toggleFollow = () => (following ? scroll.pause() : toEnd());
  useImperativeHandle(ref, () => ({ jumpTo, toTop, toEnd, focus: () => scroller.current?.focus() }));
  useLogKeys(root, { g: toTop, G: toEnd, ...(live && { f: toggleFollow }) });

  return (
    <section ref={root} aria-label={t("label")} className={cn("flex h-full min-h-0 flex-col", props.className)}>
      <div className="relative min-h-0 flex-1">
        <LogLines store={store} scroll={scroll} clock={clock} marks={props.marks} target={target} onPoint={point} />
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
        onTop={toTop}
        onEnd={toEnd}
        start={props.toolbar}
        end={props.toolbarEnd}
      />
    </section>
  );
}

/** Writes the time of a line; null when times are not shown. */
function useClock(shown: boolean): Intl.DateTimeFormat | null {
  const locale = useLocale();
  return useMemo(
    () => (shown ? new Intl.DateTimeFormat(locale, { timeStyle: "medium", hourCycle: "h23" }) : null),
    [locale, shown],
  );
}
