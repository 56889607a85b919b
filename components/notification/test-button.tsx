"use client";

import { Send } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useActionToast } from "@/components/notification/use-action-toast";
import { Button } from "@/components/ui/button";
import { testChannel } from "@/lib/notification/actions";
import type { Channel } from "@/lib/protocol/alert";

/** Sends a test message; its delivery appears in the list of alerts. */
export function TestButton({ channel }: { channel: Channel }) {
  const t = useTranslations("notification");
  const router = useRouter();
  const [busy, run] = useActionToast();
  return (
    <Button
      size="sm"
      loading={busy}
      aria-label={t("testChannel", { channel: t(`channels.${channel}`) })}
      onClick={() => run(() => testChannel({}, { channel }), t("testQueued"), router.refresh)}
    >
      <Send />
      {t("test")}
    </Button>
  );
}
