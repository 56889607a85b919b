import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { DashboardCard, NothingHere } from "@/components/dashboard/dashboard-card";
import { DayStrip } from "@/components/dashboard/day-strip";
import { DecisionRow } from "@/components/dashboard/decision-row";
import { FailedRow } from "@/components/dashboard/failed-row";
import { RunningRow } from "@/components/dashboard/running-row";
import { TaskRows } from "@/components/dashboard/task-rows";
import { useConsole } from "@/components/shell/console-context";
import { useApprovals } from "@/components/workflow/approval/approvals-provider";
import type { Dashboard, Overview } from "@/lib/task/schema/dashboard";

type DashboardBlocksProps = {
  dashboard: Dashboard;
  /** Of its days. */
  timezone: string;
  /** Of a page that shows several of them. */
  projects?: Overview["projects"];
  /** The history's address, which a day then leads to. */
  history?: string;
  refetch: () => void;
};

const ApprovalRow = dynamic(
  () => import("@/components/workflow/approval/approval-row").then((module) => module.ApprovalRow),
  { loading: () => null },
);

/** Those of the shown projects. */
function useShownApprovals(projects: DashboardBlocksProps["projects"]) {
  const { project } = useConsole();
  const { approvals } = useApprovals();
  const ids = projects ? projects.map(({ id }) => id) : [project?.id];
  return approvals.filter(({ project_id }) => ids.includes(project_id));
}

/** What needs attention: approvals and plans to confirm, tasks at work, failures, and the results of the last days. */
export function DashboardBlocks({ dashboard, timezone, projects, history, refetch }: DashboardBlocksProps) {
  const t = useTranslations("dashboard");
  const { active, active_count, waiting_count, failed, days } = dashboard;
  const decisions = active.filter(({ may_decide }) => may_decide);
  const running = active.filter(({ may_decide }) => !may_decide);
  const hidden = active_count - active.length;
  const rows = { projects, refetch };
  const approvals = useShownApprovals(projects);
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
                across={projects !== undefined}
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
