import { Diff, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { prepareRerun, useRerun } from "@/components/task/start/use-rerun";
import { typeKey } from "@/components/template/type-icon";
import { PageSymbol } from "@/components/theme/symbols";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { TaskDetail } from "@/lib/task/schema";

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
