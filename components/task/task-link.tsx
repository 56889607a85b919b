import Link from "next/link";
import type { MouseEvent, ReactNode } from "react";
import { useConsole } from "@/components/shell/console-context";
import { wantsNewTab } from "@/components/table/row/row-open";
import { openTask, taskHref } from "@/components/task/open-task";
import { cn } from "@/components/ui/cn";
import { Hint } from "@/components/ui/hint";

type TaskLinkProps = {
  projectId: number;
  taskId: number;
  hint?: ReactNode;
  className?: string;
  children?: ReactNode;
};

/** Links to a task, by default as `#813`: opens its log over the page, or in a new tab or for another project as its own page. */
export function TaskLink({ projectId, taskId, hint, className, children }: TaskLinkProps) {
  const { project } = useConsole();
  function press(event: MouseEvent) {
    if (wantsNewTab(event) || project?.id !== projectId) return;
    event.preventDefault();
    openTask(taskId);
  }
  return (
    <Hint text={hint}>
      <Link href={taskHref(projectId, taskId)} prefetch={false} onClick={press} className={cn("task-link", className)}>
        {children ?? `#${taskId}`}
      </Link>
    </Hint>
  );
}
