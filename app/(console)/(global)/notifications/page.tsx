import { getTranslations } from "next-intl/server";
import { ScreenTexts } from "@/components/language/screen-texts";
import { ChannelList } from "@/components/notification/channel-list";
import { NotificationTable } from "@/components/notification/notification-table";
import { BackToProject } from "@/components/shell/page/back-to-project";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { listChannels, listNotifications } from "@/lib/notification/operations";
import { MAX_NOTIFICATIONS } from "@/lib/notification/rules";
import { load } from "@/lib/operation/load";
import { getInfo } from "@/lib/user/operations";

export async function generateMetadata() {
  const t = await getTranslations("notification");
  return { title: t("title") };
}

export default async function NotificationsPage() {
  const [t, channels, notifications, info] = await Promise.all([
    getTranslations("notification"),
    load(listChannels, {}),
    load(listNotifications, {}, { limit: MAX_NOTIFICATIONS }),
    load(getInfo, {}),
  ]);
  return (
    <ScreenTexts of="notifications">
      <PageHeader title={t("title")} icon={<BackToProject />} />
      <PageBody>
        <ChannelList channels={channels} linked={info.web_host !== ""} />
        <NotificationTable notifications={notifications} />
      </PageBody>
    </ScreenTexts>
  );
}
