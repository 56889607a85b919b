import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { MoreTexts } from "@/components/language/more-texts";
import { RestoreForm } from "@/components/project/restore-form";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { Card, CardContent } from "@/components/ui/card";
import { load } from "@/lib/operation/load";
import { getCurrentUser } from "@/lib/user/operations";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("project.restore");
  return { title: t("title") };
}

export default async function Page() {
  const t = await getTranslations("project.restore");
  const user = await load(getCurrentUser, {});
  if (!user.can_create_project) notFound();
  return (
    <MoreTexts>
      <PageHeader title={t("title")} />
      <PageBody width="form">
        <p className="text-muted-foreground">{t("text")}</p>
        <Card>
          <CardContent>
            <RestoreForm />
          </CardContent>
        </Card>
      </PageBody>
    </MoreTexts>
  );
}
