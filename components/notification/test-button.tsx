"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTold } from "@/components/notification/use-told";
import { Button } from "@/components/ui/button";
import { testChannel } from "@/lib/notification/actions";
import type { Channel } from "@/lib/protocol/alert";

type TestButtonProps = { channel: Channel; onTested: () => void };

/** Sends a test message; what becomes of it shows up in the list of alerts. */
export function TestButton({ channel, onTested }: TestButtonProps) {
  const t = useTranslations("notification");
  const [busy, tell] = useTold();
  return (
    <Button
      size="sm"
      loading={busy}
      aria-label={t("testChannel", { channel: t(`channels.${channel}`) })}
      onClick={() => tell(() => testChannel({}, { channel }), t("testQueued"), onTested)}
    >
      <Send />
      {t("test")}
    </Button>
  );
}
