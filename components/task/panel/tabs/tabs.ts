import dynamic from "next/dynamic";
import type { ComponentType } from "react";
import type { TabPanelProps } from "@/components/task/panel/tabs/panel-props";
import { TaskLoading } from "@/components/task/panel/task-pending";
import { isFinal } from "@/lib/protocol/status";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import type { TaskDetail } from "@/lib/task/schema";

export type TaskTab = {
  /** In the address, and of its text `task.tabs.<name>`. */
  name: "workflow" | "summary" | "hosts" | "plan" | "tests" | "timeline" | "log" | "artifacts" | "compare" | "details";
  applies: (task: TaskDetail) => boolean;
  Panel: ComponentType<TabPanelProps> | "log";
};

const Run = dynamic(() => import("@/components/workflow/run/workflow-panel").then((module) => module.WorkflowPanel), {
  loading: TaskLoading,
});
const RunTimeline = dynamic(
  () => import("@/components/workflow/run/run-timeline").then((module) => module.RunTimeline),
  { loading: TaskLoading },
);
const Summary = dynamic(
  () => import("@/components/task/panel/results/summary-panel").then((module) => module.SummaryPanel),
  { loading: TaskLoading },
);
const Hosts = dynamic(() => import("@/components/task/hosts/hosts").then((module) => module.Hosts), {
  loading: TaskLoading,
});
const Plan = dynamic(() => import("@/components/task/panel/plan/plan-panel").then((module) => module.PlanPanel), {
  loading: TaskLoading,
});
const Tests = dynamic(() => import("@/components/task/panel/results/tests-panel").then((module) => module.TestsPanel), {
  loading: TaskLoading,
});
const Timeline = dynamic(() => import("@/components/task/hosts/timeline").then((module) => module.Timeline), {
  loading: TaskLoading,
});
const Artifacts = dynamic(
  () => import("@/components/task/panel/results/artifacts-panel").then((module) => module.ArtifactsPanel),
  { loading: TaskLoading },
);
const Compare = dynamic(() => import("@/components/task/compare/compare-panel").then((module) => module.ComparePanel), {
  loading: TaskLoading,
});
const Details = dynamic(() => import("@/components/task/panel/tabs/details").then((module) => module.Details), {
  loading: TaskLoading,
});

const has =
  (kind: TaskDetail["results"][number]) =>
  ({ results }: TaskDetail) =>
    results.includes(kind);
const always = () => true;
const isComparable = ({ status, compare_with }: TaskDetail) => isFinal(status) && compare_with !== null;
const isWorkflow = ({ tpl_app }: TaskDetail) => tpl_app === WORKFLOW_APP;

/** In the order in which they are shown. */
export const TASK_TABS: readonly TaskTab[] = [
  { name: "workflow", applies: isWorkflow, Panel: Run },
  { name: "summary", applies: has("summary"), Panel: Summary },
  { name: "hosts", applies: has("events"), Panel: Hosts },
  { name: "plan", applies: has("plan"), Panel: Plan },
  { name: "tests", applies: has("tests"), Panel: Tests },
  { name: "timeline", applies: has("events"), Panel: Timeline },
  { name: "timeline", applies: isWorkflow, Panel: RunTimeline },
  { name: "log", applies: (task) => !isWorkflow(task), Panel: "log" },
  { name: "artifacts", applies: has("artifacts"), Panel: Artifacts },
  { name: "compare", applies: isComparable, Panel: Compare },
  { name: "details", applies: always, Panel: Details },
];
