import { getTranslations } from "next-intl/server";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { TemplatesScreen } from "@/app/(console)/project/[projectId]/templates/templates-screen";

export async function generateMetadata() {
  const t = await getTranslations("shell.nav");
  return { title: t("templates") };
}

export default async function TemplatesPage({ params }: ProjectPage) {
  return <TemplatesScreen projectId={readId((await params).projectId)} viewId={null} />;
}
