import { api } from "@/components/api-client";
import { Markdown } from "@/components/task/panel/results/markdown";
import type { TabPanelProps } from "@/components/task/panel/tabs/panel-props";
import { ResultPanel } from "@/components/task/panel/tabs/result-panel";

/** The Markdown that the task wrote. */
export function SummaryPanel({ task }: TabPanelProps) {
  const params = { projectId: task.project_id, taskId: task.id };
  return (
    <ResultPanel
      taskId={task.id}
      load={(signal) => api("GET /project/:projectId/tasks/:taskId/summary", { params, signal })}
    >
      {({ text }) => (
        <div className="p-3 sm:p-4">
          <Markdown text={text} />
        </div>
      )}
    </ResultPanel>
  );
}
