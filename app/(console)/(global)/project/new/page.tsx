import { LayoutDashboard } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { MoreTexts } from "@/components/language/more-texts";
import { NewProjectForm } from "@/components/project/new-project-form";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { Card, CardContent } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { listChannels } from "@/lib/notification/operations";
import { load } from "@/lib/operation/load";
import { listProjects } from "@/lib/project/operations";
import { getCurrentUser } from "@/lib/user/operations";

export async function generateMetadata(): Promise<Metadata> {
  const [t, user] = await Promise.all([getTranslations("project"), load(getCurrentUser, {})]);
  return { title: t(user.can_create_project ? "new" : "plural") };
}

export default async function Page() {
  const t = await getTranslations("project");
  const [user, projects, channels] = await Promise.all([
    load(getCurrentUser, {}),
    load(listProjects, {}),
    load(listChannels, {}),
  ]);
  if (!user.can_create_project) {
    if (projects.length > 0) notFound();
    return (
      <>
        <PageHeader title={t("plural")} />
        <PageBody>
          <EmptyState icon={<LayoutDashboard />} text={t("noneForYou")} />
        </PageBody>
      </>
    );
  }
  return (
    <MoreTexts>
      <PageHeader title={t("new")} />
      <PageBody width="form">
        <p className="text-muted-foreground">{t("newText")}</p>
        <Card>
          <CardContent>
            <NewProjectForm channels={channels} />
            <p className="mt-4 text-muted-foreground text-sm">{t("demoText")}</p>
          </CardContent>
        </Card>
      </PageBody>
    </MoreTexts>
  );
}
