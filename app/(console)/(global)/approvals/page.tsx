import { getTranslations } from "next-intl/server";
import { BackToProject } from "@/components/shell/page/back-to-project";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { ApprovalList } from "@/components/workflow/approval/approval-list";

export async function generateMetadata() {
  const t = await getTranslations("workflow.approval");
  return { title: t("mine") };
}

export default async function ApprovalsPage() {
  const t = await getTranslations("workflow.approval");
  return (
    <>
      <PageHeader title={t("mine")} icon={<BackToProject />} />
      <PageBody>
        <ApprovalList />
      </PageBody>
    </>
  );
}
