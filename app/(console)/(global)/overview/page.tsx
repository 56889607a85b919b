import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import { ProjectOverview } from "@/components/dashboard/project-overview";
import { ScreenTexts } from "@/components/language/screen-texts";
import { TIME_ZONE_COOKIE } from "@/components/shell/cookies";
import { BackToProject } from "@/components/shell/page/back-to-project";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { load } from "@/lib/operation/load";
import { getOverview } from "@/lib/task/dashboard/operations";

export async function generateMetadata() {
  const t = await getTranslations("shell");
  return { title: t("overview") };
}

export default async function OverviewPage() {
  const timezone = (await cookies()).get(TIME_ZONE_COOKIE)?.value ?? "UTC";
  const [t, overview] = await Promise.all([getTranslations("shell"), load(getOverview, {}, { timezone })]);
  return (
    <ScreenTexts of="overview">
      <PageHeader title={t("overview")} icon={<BackToProject />} />
      <PageBody>
        <ProjectOverview overview={overview} timezone={timezone} />
      </PageBody>
    </ScreenTexts>
  );
}
