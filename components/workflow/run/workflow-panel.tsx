import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { TabPanelProps } from "@/components/task/panel/tabs/panel-props";
import { TaskPending } from "@/components/task/panel/task-pending";
import { TaskLink } from "@/components/task/task-link";
import { useSteadyPress } from "@/components/ui/use-steady-press";
import { useApprovals } from "@/components/workflow/approval/approvals-provider";
import { FormSwitch, useGraphForm } from "@/components/workflow/graph/form-switch";
import { RunGraph } from "@/components/workflow/run/graph/run-graph";
import { Outline } from "@/components/workflow/run/outline";
import { NodePane } from "@/components/workflow/run/pane/node-pane";
import { RunProvider, useChosenNode } from "@/components/workflow/run/run-context";
import { hasEnded, statesOf, withInnerDecisions } from "@/components/workflow/run/run-state";
import { useMemberNames } from "@/components/workflow/run/use-member-names";
import { useWorkflowRun } from "@/components/workflow/run/use-workflow-run";
import { Waits } from "@/components/workflow/run/waits";
import { isFinal } from "@/lib/protocol/status";
import type { TaskDetail } from "@/lib/task/schema";
import type { WorkflowRun } from "@/lib/task/schema/workflow";

/** The run of a workflow: its graph or a list, live, and beside it the chosen node with its log. */
export function WorkflowPanel({ task }: TabPanelProps) {
  const { run, problem, refetch } = useWorkflowRun(task);
  if (!run) {
    return (
      <TaskPending view={problem === null ? { state: "loading" } : { state: "failed", problem }} retry={refetch} />
    );
  }
  return <LoadedRun {...{ task, run, refetch }} />;
}

type LoadedRunProps = { task: TaskDetail; run: WorkflowRun; refetch: () => void };

function LoadedRun({ task, run: loaded, refetch }: LoadedRunProps) {
  const { approvals } = useApprovals();
  const run = useMemo(() => withInnerDecisions(loaded, approvals), [loaded, approvals]);
  const [chosen, choose] = useChosenNode();
  const [form, setForm] = useGraphForm();
  const states = useMemo(() => statesOf(run), [run]);
  const { id: taskId, project_id: projectId } = task;
  const steady = useSteadyPress();
  const live = !isFinal(task.status);
  const memberNames = useMemberNames(projectId, run, live);
  const node = run.graph.nodes.find(({ key }) => key === chosen.key);
  const state = node && states.get(node.key);
  return (
    <RunProvider value={{ projectId, taskId, run, states, memberNames, live, chosen, choose, refetch }}>
      <div {...steady} className="flex min-h-0 flex-1 flex-col">
        <Waits />
        <div className="flex flex-wrap items-center gap-3 border-border border-b px-3 py-1.5 text-sm sm:px-4">
          <FormSwitch form={form} onForm={setForm} />
          <Progress run={run} />
          {run.origin_id !== null && <Origin projectId={projectId} originId={run.origin_id} />}
        </div>
        <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
          <div className="relative min-h-0 min-w-0 flex-1">
            <div className="absolute inset-0 flex flex-col">{form === "graph" ? <RunGraph /> : <Outline />}</div>
          </div>
          {node && state && <NodePane node={node} state={state} />}
        </div>
      </div>
    </RunProvider>
  );
}

function Progress({ run: { nodes } }: { run: WorkflowRun }) {
  const t = useTranslations("workflow.run");
  const done = nodes.filter(hasEnded).length;
  return <span className="text-muted-foreground tabular-nums">{t("progress", { done, total: nodes.length })}</span>;
}

function Origin({ projectId, originId }: { projectId: number; originId: number }) {
  const t = useTranslations("workflow.run");
  return (
    <span className="text-muted-foreground">
      {t.rich("resumes", { run: () => <TaskLink projectId={projectId} taskId={originId} /> })}
    </span>
  );
}
