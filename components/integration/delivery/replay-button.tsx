import { RotateCcw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LazyConfirmDialog } from "@/components/dialog/lazy-confirm-dialog";
import { useReasonText } from "@/components/integration/delivery/delivery-verdict";
import { RefusalText } from "@/components/problem/refusal-text";
import { openTask } from "@/components/task/open-task";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { replayDelivery } from "@/lib/integration/actions";
import type { Delivery } from "@/lib/integration/schema";

type ReplayButtonProps = { projectId: number; delivery: Delivery; onReplayed: () => void };

/** Processes a delivery again. */
export function ReplayButton({ projectId, delivery, onReplayed }: ReplayButtonProps) {
  const t = useTranslations("integration.delivery");
  const router = useRouter();
  const reasonText = useReasonText();
  const [open, setOpen] = useState(false);

  async function replay() {
    const result = await replayDelivery({ projectId, deliveryId: delivery.id }, { dry_run: false });
    if (!result.ok) return result;
    const { outcome, reason, detail, task_id } = result.data;
    if (task_id === null)
      toast.warning(
        <>
          {`${t(`outcomes.${outcome}`)}. `}
          {reason && `${reasonText(reason, detail)} `}
          <RefusalText refusal={result.data} />
        </>,
      );
    else
      toast.success(t("startedTask", { id: task_id }), {
        action: { label: t("openTask"), onClick: () => openTask(task_id) },
      });
    return result;
  }

  return (
    <>
      <IconButton label={t("replay")} onClick={() => setOpen(true)}>
        <RotateCcw />
      </IconButton>
      <LazyConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t("replayTitle")}
        question={t("replayQuestion")}
        confirmLabel={t("replay")}
        confirm={replay}
        onDone={() => {
          onReplayed();
          router.refresh();
        }}
      />
    </>
  );
}
