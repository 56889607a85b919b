import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { BesideLogs } from "@/components/task/compare/beside-logs";
import { ComparedCommitList } from "@/components/task/compare/commit-list";
import { DifferenceTable, Section } from "@/components/task/compare/difference-table";
import { FieldTables } from "@/components/task/compare/field-tables";
import { LogDifference } from "@/components/task/compare/log-difference";
import { durationRows, hostRows, planRows, useRowTexts } from "@/components/task/compare/rows";
import { RunChooser } from "@/components/task/compare/run-chooser";
import { openPlace, WITH_PARAM } from "@/components/task/open-task";
import type { TabPanelProps } from "@/components/task/panel/tabs/panel-props";
import { ResultPanel } from "@/components/task/panel/tabs/result-panel";
import type { TaskComparison } from "@/lib/task/schema/compare";

/** How a run differs from another one: the last that succeeded before it, unless the address names one. */
export function ComparePanel({ task, onJump }: TabPanelProps) {
  const named = useSearchParams().get(WITH_PARAM);
  const other = named !== null && /^[1-9]\d{0,8}$/.test(named) ? Number(named) : (task.compare_with ?? 0);
  const call = { params: { projectId: task.project_id, taskId: task.id }, query: { with: other } };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <RunChooser task={task} other={other} onChoose={(id) => openPlace({ [WITH_PARAM]: String(id) })} />
      <ResultPanel
        key={other}
        taskId={task.id}
        load={(signal) => api("GET /project/:projectId/tasks/:taskId/compare", { ...call, signal })}
      >
        {(comparison) => (
          <div className="flex flex-col gap-6 p-3 sm:p-4">
            <Differences comparison={comparison} projectId={task.project_id} />
            <LogDifference {...{ task, other, onJump }} beside={<BesideLogs {...{ task, other }} />} />
          </div>
        )}
      </ResultPanel>
    </div>
  );
}

function Differences({ comparison, projectId }: { comparison: TaskComparison; projectId: number }) {
  const t = useTranslations("task");
  const texts = useRowTexts();
  const { before, after, fields, commits, hosts, plan, durations } = comparison;
  const runs = { before, after, projectId };
  return (
    <>
      {fields.length > 0 ? (
        <FieldTables fields={fields} runs={runs} />
      ) : (
        <p className="text-muted-foreground text-sm">{t("compare.sameFields")}</p>
      )}
      <ComparedCommitList commits={commits} runs={runs} />
      {hosts && hosts.list.length > 0 && (
        <Section title={t("compare.hosts")} more={hosts.more}>
          <DifferenceTable runs={runs} rows={hostRows(hosts.list, texts)} />
        </Section>
      )}
      {plan && (
        <Section title={t("tabs.plan")} more={plan.more}>
          <DifferenceTable runs={runs} rows={planRows(plan, texts)} />
        </Section>
      )}
      <Section title={t("columns.duration")}>
        <DifferenceTable runs={runs} rows={durationRows(durations, texts)} />
      </Section>
    </>
  );
}
