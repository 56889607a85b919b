import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api-client";
import { SearchBox } from "@/components/table/search-box";
import { RerunPart } from "@/components/task/hosts/rerun-button";
import { TestRow } from "@/components/task/panel/results/test-row";
import type { TabPanelProps } from "@/components/task/panel/tabs/panel-props";
import { ResultPanel } from "@/components/task/panel/tabs/result-panel";
import { usePermission } from "@/components/task/use-permission";
import { Button } from "@/components/ui/button";
import { isFinal } from "@/lib/protocol/status";
import { type TestReport, TestState } from "@/lib/protocol/tests";
import type { TaskDetail } from "@/lib/task/schema";

/** Thousands of rows at once would hold up the browser. */
const PAGE = 200;

/** The tests of the task's JUnit files. */
export function TestsPanel({ task }: TabPanelProps) {
  const params = { projectId: task.project_id, taskId: task.id };
  return (
    <ResultPanel
      taskId={task.id}
      load={(signal) => api("GET /project/:projectId/tasks/:taskId/tests", { params, signal })}
    >
      {(report) => <LoadedTests report={report} task={task} />}
    </ResultPanel>
  );
}

function LoadedTests({ report, task }: { report: TestReport; task: TaskDetail }) {
  const t = useTranslations();
  const mayRun = usePermission("runTasks");
  const [state, setState] = useState<TestState | null>(report.failed > 0 ? "failed" : null);
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState(PAGE);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = report.tests.filter(
    (test) =>
      (state === null || test.state === state) &&
      words.every((word) => `${test.suite} ${test.name}`.toLowerCase().includes(word)),
  );
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-border border-b px-3 py-2 sm:px-4">
        <SearchBox value={search} onChange={setSearch} />
        {TestState.options.map((option) => (
          <Button
            key={option}
            size="sm"
            aria-pressed={state === option}
            variant={state === option ? "primary" : "secondary"}
            onClick={() => setState(state === option ? null : option)}
          >
            {t(`task.tests.${option}`)} <span className="tabular-nums opacity-70">{report[option]}</span>
          </Button>
        ))}
        {mayRun && isFinal(task.status) && report.failed > 0 && (
          <RerunPart task={task} part={{ tests: "failed" }} label={t("task.tests.rerun", { count: report.failed })} />
        )}
      </div>
      <ul aria-label={t("task.tabs.tests")}>
        {rows.slice(0, shown).map((test, index) => (
          // A name may occur twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is only filtered, and rows keep no state of value.
          <TestRow key={`${test.suite} ${test.name} ${index}`} test={test} />
        ))}
      </ul>
      {rows.length > shown && (
        <Button size="sm" className="m-2 self-start" onClick={() => setShown(shown + PAGE)}>
          {t("drift.more", { count: rows.length - shown })}
        </Button>
      )}
      {rows.length === 0 && <p className="p-4 text-muted-foreground text-sm">{t("common.noMatch")}</p>}
    </>
  );
}
