import { useTranslations } from "next-intl";
import { TaskLink } from "@/components/task/task-link";
import { Decide } from "@/components/workflow/approval/decide";
import { questionOf } from "@/components/workflow/run/run-state";
import { useDecidersText } from "@/components/workflow/run/use-node-texts";
import { useWorkflowRun } from "@/components/workflow/run/use-workflow-run";
import type { TaskDetail } from "@/lib/task/schema";
import type { NodeState } from "@/lib/task/schema/workflow";
import type { WorkflowNode } from "@/lib/workflow/schema";

/** In place of a log: the run inside this one, and the decisions that it waits for. */
export function InnerRun({ task }: { task: TaskDetail }) {
  const t = useTranslations("workflow.run");
  const { run, refetch } = useWorkflowRun(task);
  const { id: taskId, project_id: projectId } = task;
  const asking = run?.nodes.filter(({ status }) => status === "waiting") ?? [];
  return (
    <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-3 pb-3 text-sm">
      <p>
        {t.rich("inner", {
          run: () => <TaskLink {...{ projectId, taskId }} className="font-medium underline" />,
        })}
      </p>
      {asking.map((state) => {
        const node = run?.graph.nodes.find(({ key }) => key === state.key);
        return node?.kind === "approval" && <Question key={state.key} {...{ task, node, state }} onDecided={refetch} />;
      })}
    </div>
  );
}

type QuestionProps = { task: TaskDetail; node: WorkflowNode; state: NodeState; onDecided: () => void };

function Question({ task, node, state, onDecided }: QuestionProps) {
  const decidersText = useDecidersText();
  const name = node.name || node.key;
  return (
    <div className="flex flex-col gap-1.5 rounded-lg border border-amber bg-amber-soft px-3 py-2">
      <p className="wrap-anywhere font-medium">{name}</p>
      <p className="wrap-anywhere whitespace-pre-wrap">{questionOf(node, state)}</p>
      <p className="text-amber-text">{decidersText(node, state)}</p>
      {state.may_decide && (
        <Decide place={{ projectId: task.project_id, taskId: task.id, nodeKey: node.key }} {...{ name, onDecided }} />
      )}
    </div>
  );
}
