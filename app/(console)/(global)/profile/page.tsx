import { getTranslations } from "next-intl/server";
import { MoreTexts } from "@/components/language/more-texts";
import { BackToProject } from "@/components/shell/page/back-to-project";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { Profile } from "@/components/user/profile";

export async function generateMetadata() {
  const t = await getTranslations("shell");
  return { title: t("profile") };
}

export default async function ProfilePage() {
  const t = await getTranslations("shell");
  return (
    <MoreTexts>
      <PageHeader title={t("profile")} icon={<BackToProject />} />
      <PageBody>
        <Profile />
      </PageBody>
    </MoreTexts>
  );
}
