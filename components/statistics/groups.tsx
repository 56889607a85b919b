import Link from "next/link";
import { useTranslations } from "next-intl";
import { PageSection } from "@/components/shell/page/page-section";
import { RunsTable } from "@/components/statistics/runs-table";
import { templateHref } from "@/components/template/template-href";
import { Badge } from "@/components/ui/badge";
import type { Group, Statistics } from "@/lib/statistics/schema";

type GroupsProps = { projectId: number; statistics: Pick<Statistics, "templates" | "people" | "runners"> };

/** The runs by template, person and runner. */
export function Groups({ projectId, statistics: { templates, people, runners } }: GroupsProps) {
  const t = useTranslations("statistics");
  return (
    <>
      <PageSection title={t("templates")}>
        <RunsTable
          label={t("templates")}
          heading={t("template")}
          rows={templates.map(({ id, name, flaky, ...runs }) => ({
            key: String(id),
            name: (
              <>
                <Link href={templateHref(projectId, id ?? 0)} prefetch={false} className="rounded-sm hover:underline">
                  {name}
                </Link>
                {flaky > 0 && (
                  <Badge variant="outline" title={t("flakyHint", { count: flaky })} className="ml-2">
                    {t("flaky")}
                  </Badge>
                )}
              </>
            ),
            runs,
          }))}
        />
      </PageSection>
      <div className="grid grid-cols-1 gap-4 2xl:grid-cols-2">
        <PageSection title={t("people")}>
          <RunsTable label={t("people")} heading={t("person")} rows={people.map(rowOf(t("automatic")))} />
        </PageSection>
        <PageSection title={t("runners")}>
          <RunsTable label={t("runners")} heading={t("runner")} rows={runners.map(rowOf(t("unknownRunner")))} />
        </PageSection>
      </div>
    </>
  );
}

const rowOf =
  (nameless: string) =>
  ({ id, name, ...runs }: Group) => ({ key: String(id), name: name || nameless, runs });
