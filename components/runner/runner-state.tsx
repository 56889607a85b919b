"use client";

import { useTranslations } from "next-intl";
import { Time } from "@/components/format/time";
import { cn } from "@/components/ui/cn";
import type { Runner } from "@/lib/runner/schema";

/** Whether the runner is there; of one that is not, since when. */
export function RunnerState({ runner: { connected, last_seen } }: { runner: Runner }) {
  const t = useTranslations("runner");
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span
        aria-hidden="true"
        className={cn(
          "size-2 shrink-0 rounded-full",
          connected ? "bg-success" : "border-[1.5px] border-muted-foreground",
        )}
      />
      {connected ? t("online") : t(last_seen ? "offline" : "never")}
      {!connected && last_seen && <Time value={last_seen} className="text-muted-foreground text-xs" />}
    </span>
  );
}
