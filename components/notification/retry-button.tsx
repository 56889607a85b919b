import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionToast } from "@/components/notification/use-action-toast";
import { IconButton } from "@/components/ui/icon-button";
import { retryNotification } from "@/lib/notification/actions";
import type { Notification } from "@/lib/notification/schema";

type RetryButtonProps = { notification: Notification; onRetried: () => void };

/** Sends a queued or failed alert immediately. */
export function RetryButton({ notification: { id }, onRetried }: RetryButtonProps) {
  const t = useTranslations("notification");
  const [busy, run] = useActionToast();
  return (
    <IconButton
      label={t("retry")}
      loading={busy}
      onClick={() => run(() => retryNotification({ notificationId: id }), t("retried"), onRetried)}
    >
      <RotateCcw />
    </IconButton>
  );
}
