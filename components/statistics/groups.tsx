import Link from "next/link";
import { useTranslations } from "next-intl";
import { Name } from "@/components/format/name";
import { GroupSection } from "@/components/statistics/group-section";
import { RunsTable } from "@/components/statistics/runs-table";
import { templateHref } from "@/components/template/template-href";
import { Badge } from "@/components/ui/badge";
import type { Group, GroupList, Statistics } from "@/lib/statistics/schema";

type GroupsProps = { projectId: number; statistics: Pick<Statistics, GroupList | "cut"> };

/** The runs by template, person and runner. */
export function Groups({ projectId, statistics }: GroupsProps) {
  const t = useTranslations("statistics");
  const task = useTranslations("task");
  const { templates, people, runners } = statistics;
  const nameless = ({ id, removed }: Statistics["runners"][number]) =>
    id === null ? t(removed ? "unknownRunner" : "noRunner") : task("runnerNumber", { id });
  return (
    <>
      <GroupSection list="templates" statistics={statistics}>
        <RunsTable
          label={t("templates")}
          heading={t("template")}
          rows={templates.map(({ id, name, flaky, ...runs }) => ({
            key: String(id),
            name: (
              <>
                <Link
                  href={templateHref(projectId, id ?? 0)}
                  prefetch={false}
                  className="min-w-0 rounded-sm hover:underline"
                >
                  <Name text={name ?? ""} />
                </Link>
                {flaky > 0 && (
                  <Badge variant="outline" title={t("flakyHint", { count: flaky })} className="shrink-0">
                    {t("flaky")}
                  </Badge>
                )}
              </>
            ),
            runs,
          }))}
        />
      </GroupSection>
      <div className="grid grid-cols-1 gap-4 2xl:grid-cols-2">
        <GroupSection list="people" statistics={statistics}>
          <RunsTable
            label={t("people")}
            heading={t("person")}
            rows={people.map((person) => rowOf(person, t("automatic")))}
          />
        </GroupSection>
        {runners.length > 0 && (
          <GroupSection list="runners" statistics={statistics}>
            <RunsTable
              label={t("runners")}
              heading={t("runner")}
              rows={runners.map((runner) => rowOf(runner, nameless(runner)))}
            />
          </GroupSection>
        )}
      </div>
    </>
  );
}

const rowOf = ({ id, name, ...runs }: Group, nameless: string) => ({
  key: id === null ? nameless : String(id),
  name: <Name text={name || nameless} />,
  runs,
});
