import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { PlanNumbers } from "@/components/task/panel/facts/plan-numbers";
import type { DashboardTask } from "@/lib/task/schema/dashboard";

type DestroyDialogProps = {
  task: DashboardTask;
  /** Of the resources that the plan destroys. */
  count: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
};

/** Asks before a plan is confirmed that destroys resources. */
export function DestroyDialog({ task, count, open, onOpenChange, onConfirm }: DestroyDialogProps) {
  const t = useTranslations("dashboard");
  const plan = useTranslations("task.plan");

  async function confirm() {
    onConfirm();
    return { ok: true as const, data: null };
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("destroys", { count })}
      question={
        <>
          <p className="mb-2">{t("destroysText", { name: task.tpl_alias, id: task.id })}</p>
          {task.plan && <PlanNumbers plan={task.plan} />}
        </>
      }
      confirmLabel={plan("confirm")}
      destructive
      confirm={confirm}
    />
  );
}
