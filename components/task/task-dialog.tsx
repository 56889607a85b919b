import { Expand } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { InLog } from "@/components/form/unsaved";
import { taskHref } from "@/components/task/open-task";
import { TaskBody } from "@/components/task/panel/task-body";
import { StopButton } from "@/components/task/panel/task-buttons";
import { TaskPending } from "@/components/task/panel/task-pending";
import { TaskTitle } from "@/components/task/panel/task-title";
import { RerunButton } from "@/components/task/start/rerun-button";
import { ResumeRun } from "@/components/task/start/start-buttons";
import { useTask } from "@/components/task/state/use-task";
import { useTaskActions } from "@/components/task/state/use-task-actions";
import { TaskChip } from "@/components/task/task-chip";
import { usePermission } from "@/components/task/use-permission";
import { useTabStatus } from "@/components/task/use-tab-status";
import { Dialog, DialogContent, DialogTitle, focusItself } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { isFinal } from "@/lib/protocol/status";
import type { TaskDetail } from "@/lib/task/schema";

type TaskDialogProps = { projectId: number; taskId: number | null; onClose: () => void };

const MISSING = { state: "missing" } as const;

/** A task's log in a dialog that covers nine tenths of the window. It has the focus itself: keys are for the log. */
export function TaskDialog({ projectId, taskId, onClose }: TaskDialogProps) {
  const t = useTranslations("common");
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        closeLabel={t("close")}
        aria-describedby={undefined}
        onOpenAutoFocus={focusItself}
        style={{ maxWidth: "none" }}
        className="h-[90dvh] w-[90vw] overflow-hidden max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:rounded-none max-sm:border-0"
      >
        <InLog value={true}>
          {taskId === null ? <Pending view={MISSING} /> : <LoadedTask projectId={projectId} taskId={taskId} />}
        </InLog>
      </DialogContent>
    </Dialog>
  );
}

function LoadedTask({ projectId, taskId }: { projectId: number; taskId: number }) {
  const { view, refetch } = useTask(projectId, taskId);
  if (view.state !== "loaded") return <Pending view={view} taskId={taskId} retry={refetch} />;
  return <ShownTask task={view.task} refetch={refetch} />;
}

function ShownTask({ task, refetch }: { task: TaskDetail; refetch: () => void }) {
  const t = useTranslations("task");
  const actions = useTaskActions(task, refetch);
  const mayRun = usePermission("runTasks");
  useTabStatus("dialog", task);
  return (
    <>
      <Header
        title={<TaskTitle task={task} />}
        end={
          <>
            {mayRun && <StopButton status={task.status} actions={actions} />}
            {mayRun && isFinal(task.status) && <ResumeRun task={task} />}
            {mayRun && isFinal(task.status) && <RerunButton task={task} />}
            <IconButton label={t("fullPage")} asChild>
              <Link href={taskHref(task.project_id, task.id)}>
                <Expand />
              </Link>
            </IconButton>
          </>
        }
      >
        <TaskChip task={task} status={actions.status} />
      </Header>
      <TaskBody {...{ task, actions, mayRun }} />
    </>
  );
}

type HeaderProps = { title: ReactNode; end?: ReactNode; children?: ReactNode };

function Header({ title, end, children }: HeaderProps) {
  return (
    <div className="flex min-h-12 items-center gap-x-3 gap-y-1.5 border-border border-b py-2 pr-12 pl-3 max-sm:flex-wrap sm:pl-4">
      <DialogTitle className="text-base max-sm:basis-full">{title}</DialogTitle>
      {children}
      <div className="ml-auto flex items-center gap-1.5 max-sm:-mr-9">{end}</div>
    </div>
  );
}

type PendingProps = ComponentProps<typeof TaskPending> & { taskId?: number };

function Pending({ view, taskId, retry }: PendingProps) {
  const t = useTranslations("task");
  return (
    <>
      <Header title={taskId === undefined ? t("unknown") : t("number", { id: taskId })} />
      <TaskPending view={view} retry={retry} />
    </>
  );
}
