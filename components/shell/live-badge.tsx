"use client";

import { useTranslations } from "next-intl";
import { type LiveState, useLive } from "@/components/live/live-provider";
import { cn } from "@/components/ui/cn";
import { Hint } from "@/components/ui/hint";

const LOOKS: Record<LiveState, { text: string; dot: string }> = {
  connecting: { text: "text-muted-foreground", dot: "border-2 border-waiting" },
  live: { text: "text-muted-foreground", dot: "bg-running" },
  away: { text: "text-amber-text", dot: "animate-blink bg-amber" },
};

/** Shows whether live updates are connected. */
export function LiveBadge() {
  const t = useTranslations("shell.live");
  const { state } = useLive();
  const { text, dot } = LOOKS[state];
  return (
    <Hint text={t(state === "away" ? "awayHint" : "liveHint")}>
      <span
        role="status"
        data-live={state}
        className={cn("flex h-7 items-center gap-1.5 whitespace-nowrap px-1 text-xs", text)}
      >
        <span aria-hidden="true" className={cn("size-2 rounded-full", dot)} />
        {state === "connecting" && <span className="sr-only">{t("connecting")}</span>}
        {/* While it connects, the place of the word that follows is kept, so that nothing beside it moves. */}
        <span
          className={cn(
            state === "connecting" && "invisible",
            state !== "away" && "max-[900px]:sr-only",
            "max-sm:sr-only",
          )}
        >
          {t(state === "away" ? "away" : "live")}
        </span>
      </span>
    </Hint>
  );
}
