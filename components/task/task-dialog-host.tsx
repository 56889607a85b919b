"use client";

import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { withTexts } from "@/components/language/loaded-texts";
import { closeTask, TASK_PARAM } from "@/components/task/open-task";
import { parseId } from "@/lib/operation/id";

const TaskDialog = dynamic(
  () => withTexts(import("@/components/task/task-dialog")).then((module) => module.TaskDialog),
  {
    loading: () => null,
  },
);

/** Shows the task in `?t=` over any screen; rendered once in the console's frame. */
export function TaskDialogHost({ projectId }: { projectId: number }) {
  const text = useSearchParams().get(TASK_PARAM);
  if (text === null || text === "") return null;
  const taskId = parseId(text);
  return <TaskDialog key={text} projectId={projectId} taskId={taskId} onClose={closeTask} />;
}
