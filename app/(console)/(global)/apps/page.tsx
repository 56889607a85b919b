import { getTranslations } from "next-intl/server";
import { AppTable } from "@/components/app/app-table";
import { BackToProject } from "@/components/shell/page/back-to-project";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { listApps } from "@/lib/app/operations";
import { load } from "@/lib/operation/load";
import { getCurrentUser } from "@/lib/user/operations";

export async function generateMetadata() {
  const t = await getTranslations("app");
  return { title: t("title") };
}

export default async function AppsPage() {
  const [t, apps, user] = await Promise.all([getTranslations("app"), load(listApps, {}), load(getCurrentUser, {})]);
  return (
    <>
      <PageHeader title={t("title")} icon={<BackToProject />} />
      <PageBody>
        <AppTable apps={apps} mayManage={user.admin} />
      </PageBody>
    </>
  );
}
