import { getTranslations } from "next-intl/server";
import { readId } from "@/app/(console)/project/[projectId]/page-params";
import { TemplatesScreen } from "@/app/(console)/project/[projectId]/templates/templates-screen";

type ViewPage = { params: Promise<{ projectId: string; viewId: string }> };

export async function generateMetadata() {
  const t = await getTranslations("shell.nav");
  return { title: t("templates") };
}

export default async function ViewTemplatesPage({ params }: ViewPage) {
  const { projectId, viewId } = await params;
  return <TemplatesScreen projectId={readId(projectId)} viewId={readId(viewId)} />;
}
