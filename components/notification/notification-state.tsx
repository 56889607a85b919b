import { useTranslations } from "next-intl";
import { Time } from "@/components/format/time";
import { Badge } from "@/components/ui/badge";
import type { Notification } from "@/lib/notification/schema";

const VARIANTS = {
  waiting: "neutral",
  sending: "accent",
  retrying: "amber",
  sent: "success",
  failed: "error",
} as const;

/** An alert's delivery state; for a failed one the reason and the time of the next attempt. */
export function NotificationState({ notification }: { notification: Notification }) {
  const t = useTranslations("notification");
  const { state, reason, detail, due_at, tries } = notification;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 whitespace-normal">
      <Badge variant={VARIANTS[state]}>{t(`states.${state}`)}</Badge>
      {reason && <span className="wrap-anywhere text-sm">{t(`reasons.${reason}`, { detail: detail ?? "" })}</span>}
      {state === "retrying" && (
        <span className="text-muted-foreground text-xs">
          {t("tries", { count: tries })} · {t("next")} <Time value={due_at} />
        </span>
      )}
    </span>
  );
}
