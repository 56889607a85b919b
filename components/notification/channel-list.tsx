import { useTranslations } from "next-intl";
import { TestButton } from "@/components/notification/test-button";
import { Alert } from "@/components/ui/alert";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import type { ConfiguredChannel } from "@/lib/notification/schema";

type ChannelListProps = {
  channels: ConfiguredChannel[];
  /** The server's public URL is configured. */
  linked: boolean;
};

/** Notification channels, each with a test button. */
export function ChannelList({ channels, linked }: ChannelListProps) {
  const t = useTranslations("notification");
  if (channels.length === 0) {
    return (
      <Alert variant="info" title={t("noChannels")}>
        {t("noChannelsText")}
      </Alert>
    );
  }
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("channelsTitle")}</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-3">
        <ul className="grid gap-2">
          {channels.map(({ channel, target }) => (
            <li key={channel} className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-medium">{t(`channels.${channel}`)}</span>
              <span className="wrap-anywhere flex-1 text-muted-foreground text-sm">{target}</span>
              <TestButton channel={channel} />
            </li>
          ))}
        </ul>
        {!linked && <CardDescription>{t("noLinks")}</CardDescription>}
      </CardContent>
    </Card>
  );
}
