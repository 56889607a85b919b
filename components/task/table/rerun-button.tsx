import { useTranslations } from "next-intl";
import { prepareRerun, useRerun } from "@/components/task/start/rerun-button";
import type { HistoryRow } from "@/components/task/table/pack-history";
import { typeKey } from "@/components/template/type-icon";
import { Button } from "@/components/ui/button";
import { RowButton } from "@/components/ui/row-button";

type RerunButtonProps = { task: Pick<HistoryRow, "id" | "project_id" | "drift_check" | "tpl_type"> };

/** Runs a task of a list again. */
export function RerunButton({ task }: RerunButtonProps) {
  const t = useTranslations();
  const { starting, again, ask, dialog } = useRerun(task);
  return (
    <>
      <RowButton label={t("task.start.options")} symbol="icon-options" onClick={ask} />
      <Button data-run="row" size="sm" loading={starting} onPointerEnter={prepareRerun} onClick={again}>
        {task.drift_check ? t("drift.check") : t(`task.again.${typeKey(task.tpl_type)}`)}
      </Button>
      {dialog}
    </>
  );
}
