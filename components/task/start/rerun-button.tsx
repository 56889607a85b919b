import { Diff, RotateCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { withTexts } from "@/components/language/loaded-texts";
import { withoutWaiting } from "@/components/problem/hold-scripts";
import { problemOf } from "@/components/problem/use-problem-text";
import { openTask } from "@/components/task/open-task";
import type { TaskSource } from "@/components/task/start/new-task-dialog";
import { useStarting } from "@/components/task/start/use-starting";
import { usePermission } from "@/components/task/use-permission";
import { typeKey } from "@/components/template/type-icon";
import { PageSymbol } from "@/components/theme/symbols";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import type { TaskDetail } from "@/lib/task/schema";

const load = () => import("@/components/task/start/rerun");
const NewTask = dynamic(
  () => withTexts(import("@/components/task/start/new-task-dialog")).then((module) => module.NewTaskDialog),
  { loading: () => null },
);

/** Loads what runs a task again; pressing the button reports why it could not be loaded. */
export const prepareRerun = (): void => void load().catch(() => undefined);

type Rerun = {
  starting: boolean;
  /** At once, or after the dialog if the task's options need a look. */
  again: () => void;
  /** After the dialog. */
  ask: () => void;
  dialog: ReactNode;
};

/** Runs a task again. `onStarted`: by default it opens the log. */
export function useRerun(task: { id: number; project_id: number }, onStarted: (id: number) => void = openTask): Rerun {
  const mayManage = usePermission("manageResources");
  const { starting, during } = useStarting();
  const [dialog, setDialog] = useState<{ source: TaskSource; open: boolean } | null>(null);
  const place = { projectId: task.project_id, taskId: task.id };

  async function ask() {
    const previous = await (await load()).loadPrevious(place);
    setDialog({ source: { ...previous, previous }, open: true });
  }

  async function again() {
    const result = await (await withoutWaiting(load())).rerun(place, { mayManage });
    if (result === null) await ask();
    else if (result.ok) onStarted(result.data.id);
    else toast.error(problemOf(result) ?? "");
  }

  return {
    starting,
    again: () => void during(again),
    ask: () => void during(ask),
    dialog: dialog && (
      <NewTask
        source={dialog.source}
        open={dialog.open}
        onOpenChange={(open) => setDialog((current) => current && { ...current, open })}
        onStarted={({ id }) => onStarted(id)}
      />
    ),
  };
}

/** Rerun, Rebuild, Redeploy, or the check once more, in the task's log. */
export function RerunButton({ task }: { task: TaskDetail }) {
  const t = useTranslations();
  const { starting, again, ask, dialog } = useRerun(task);
  return (
    <>
      <IconButton label={t("task.start.options")} onClick={ask}>
        <PageSymbol name="icon-options" />
      </IconButton>
      <Button loading={starting} onPointerEnter={prepareRerun} onClick={again}>
        {task.drift_check ? <Diff /> : <RotateCw />}
        {task.drift_check ? t("drift.check") : t(`task.again.${typeKey(task.tpl_type)}`)}
      </Button>
      {dialog}
    </>
  );
}
