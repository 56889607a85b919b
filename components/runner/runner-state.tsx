import { useTranslations } from "next-intl";
import { Time } from "@/components/format/time";
import { cn } from "@/components/ui/cn";
import type { Runner } from "@/lib/runner/schema";

/** Whether the runner is online and takes tasks; if offline, since when. */
export function RunnerState({ runner }: { runner: Runner }) {
  const t = useTranslations("runner");
  const { connected, draining, last_seen } = runner;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span
        aria-hidden="true"
        className={cn(
          "size-2 shrink-0 rounded-full",
          connected && (draining ? "bg-amber" : "bg-success"),
          !connected && "border-[1.5px] border-muted-foreground",
        )}
      />
      {t(stateOf(runner))}
      {!connected && last_seen && <Time value={last_seen} className="text-muted-foreground text-xs" />}
    </span>
  );
}

function stateOf({ connected, draining, running, last_seen }: Runner) {
  if (!connected) return last_seen ? "offline" : "never";
  if (!draining) return "online";
  return running > 0 ? "draining" : "drained";
}
