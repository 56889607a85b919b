import { useTranslations } from "next-intl";
import { DashboardCard, NothingHere } from "@/components/dashboard/dashboard-card";
import { DayStrip } from "@/components/dashboard/day-strip";
import { FailedRow } from "@/components/dashboard/failed-row";
import { ApprovalRow, DecisionRow, RunningRow } from "@/components/dashboard/lazy-rows";
import { type Across, TaskRows } from "@/components/dashboard/task-rows";
import { useConsole } from "@/components/shell/console-context";
import { useApprovals } from "@/components/workflow/approval/approvals-provider";
import type { Dashboard } from "@/lib/task/schema/dashboard";

type DashboardBlocksProps = {
  dashboard: Dashboard;
  /** Time zone of its days. */
  timezone: string;
  /** On a page that shows several projects. */
  across?: Across;
  /** The history's address, which a day then leads to. */
  history?: string;
  refetch: () => void;
};

/** Those of the shown projects. */
function useShownApprovals(across: Across | undefined) {
  const { project } = useConsole();
  const { approvals } = useApprovals();
  const ids = across ? across.projects.map(({ id }) => id) : [project?.id];
  return approvals.filter(({ project_id }) => ids.includes(project_id));
}

/** What needs attention: approvals and plans to confirm, tasks at work, failures, and the results of the last days. */
export function DashboardBlocks({ dashboard, timezone, across, history, refetch }: DashboardBlocksProps) {
  const t = useTranslations("dashboard");
  const { active, active_count, waiting_count, failed, days } = dashboard;
  const decisions = active.filter(({ may_decide }) => may_decide);
  const running = active.filter(({ may_decide }) => !may_decide);
  const hidden = active_count - active.length;
  const rows = { across, refetch };
  const approvals = useShownApprovals(across);
  const needed = decisions.length + approvals.length;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {needed > 0 && (
        <DashboardCard title={t("needsYou")} end={needed} className="border-amber/40 bg-amber-soft lg:col-span-2">
          <div className="divide-y divide-border">
            {approvals.map((approval) => (
              <ApprovalRow
                key={`${approval.task_id} ${approval.node_key}`}
                approval={approval}
                across={across !== undefined}
              />
            ))}
            {decisions.length > 0 && <TaskRows tasks={decisions} Row={DecisionRow} {...rows} />}
          </div>
        </DashboardCard>
      )}
      <DashboardCard title={t("running")} end={waiting_count > 0 && t("waiting", { count: waiting_count })}>
        {running.length === 0 ? (
          <NothingHere>{t("nothingRuns")}</NothingHere>
        ) : (
          <TaskRows tasks={running} Row={RunningRow} {...rows} more={hidden > 0 && t("more", { count: hidden })} />
        )}
      </DashboardCard>
      <DashboardCard title={t("failed")}>
        {failed.length === 0 ? (
          <NothingHere>{t("nothingFailed")}</NothingHere>
        ) : (
          <TaskRows tasks={failed} Row={FailedRow} {...rows} />
        )}
      </DashboardCard>
      <DayStrip days={days} timezone={timezone} history={history} />
    </div>
  );
}
