import { getTranslations } from "next-intl/server";
import { BackToProject } from "@/components/shell/page/back-to-project";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { RetentionTable } from "@/components/system/retention-table";
import { StoredTable } from "@/components/system/stored-table";
import { SystemFacts } from "@/components/system/system-facts";
import { load } from "@/lib/operation/load";
import { getSystem } from "@/lib/system/operations";

export async function generateMetadata() {
  const t = await getTranslations("system");
  return { title: t("title") };
}

export default async function SystemPage() {
  const [t, system] = await Promise.all([getTranslations("system"), load(getSystem, {})]);
  return (
    <>
      <PageHeader title={t("title")} icon={<BackToProject />} />
      <PageBody>
        <SystemFacts system={system} />
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <StoredTable stored={system.stored} total={system.database.bytes} />
          <RetentionTable retention={system.retention} />
        </div>
      </PageBody>
    </>
  );
}
