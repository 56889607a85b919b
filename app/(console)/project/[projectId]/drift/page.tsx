import { getTranslations } from "next-intl/server";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { DriftTable } from "@/components/drift/drift-table";
import { ScreenTexts } from "@/components/language/screen-texts";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { listDrifts } from "@/lib/drift/operations";
import { load } from "@/lib/operation/load";

export async function generateMetadata() {
  const t = await getTranslations("shell.nav");
  return { title: t("drift") };
}

export default async function DriftPage({ params }: ProjectPage) {
  const projectId = readId((await params).projectId);
  const [t, drifts] = await Promise.all([getTranslations("shell.nav"), load(listDrifts, { projectId })]);
  return (
    <ScreenTexts of="drift">
      <PageHeader title={t("drift")} />
      <PageBody>
        <DriftTable projectId={projectId} drifts={drifts} />
      </PageBody>
    </ScreenTexts>
  );
}
