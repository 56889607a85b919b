import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { problemOf } from "@/components/problem/use-problem-text";
import { openTask } from "@/components/task/open-task";
import type { TaskSource } from "@/components/task/start/new-task-dialog";
import { useStarting } from "@/components/task/start/use-starting";
import type { HistoryRow } from "@/components/task/table/task-row";
import { usePermission } from "@/components/task/use-permission";
import { typeKey } from "@/components/template/type-icon";
import { Button } from "@/components/ui/button";
import { RowButton } from "@/components/ui/row-button";
import { toast } from "@/components/ui/toast";

const load = () => import("@/components/task/start/rerun");
const NewTask = dynamic(() => import("@/components/task/start/new-task-dialog").then((module) => module.NewTaskDialog));

/** Runs a task of the history again: at once, or after the dialog if its options need a look or the user wants one. */
export function RerunButton({ task }: { task: HistoryRow }) {
  const t = useTranslations();
  const mayManage = usePermission("manageResources");
  const { starting, during } = useStarting();
  const [dialog, setDialog] = useState<{ source: TaskSource; open: boolean } | null>(null);
  const place = { projectId: task.project_id, taskId: task.id };

  async function ask() {
    const previous = await (await load()).loadPrevious(place);
    setDialog({ source: { ...previous, previous }, open: true });
  }

  async function again() {
    const result = await (await load()).rerun(place, mayManage);
    if (result === null) await ask();
    else if (result.ok) openTask(result.data.id);
    else toast.error(problemOf(result) ?? "");
  }

  const verb = task.drift_check ? t("drift.check") : t(`task.again.${typeKey(task.tpl_type)}`);
  return (
    <>
      <RowButton label={t("task.start.options")} symbol="icon-options" onClick={() => during(ask)} />
      <Button data-run="row" size="sm" loading={starting} onPointerEnter={load} onClick={() => during(again)}>
        {verb}
      </Button>
      {dialog && (
        <NewTask
          source={dialog.source}
          open={dialog.open}
          onOpenChange={(open) => setDialog((current) => current && { ...current, open })}
        />
      )}
    </>
  );
}
