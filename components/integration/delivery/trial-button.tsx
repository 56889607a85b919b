import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DeliveryVerdict, useReasonText } from "@/components/integration/delivery/delivery-verdict";
import { useProblemText } from "@/components/problem/use-problem-text";
import { Alert } from "@/components/ui/alert";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { replayDelivery } from "@/lib/integration/actions";
import type { ReplayResult } from "@/lib/integration/schema";

type TrialButtonProps = { projectId: number; deliveryId: number };

/** Dry run of a delivery. */
export function TrialButton({ projectId, deliveryId }: TrialButtonProps) {
  const t = useTranslations("integration.delivery");
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<ReplayResult | null>(null);

  async function press() {
    setBusy(true);
    try {
      const answer = await replayDelivery({ projectId, deliveryId }, { dry_run: true });
      if (answer.ok) setResult(answer.data);
      else toast.error(answer.failure.message);
    } catch (thrown) {
      toast.error(problemText(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <IconButton label={t("trial")} loading={busy} onClick={press}>
        <FlaskConical />
      </IconButton>
      <TrialDialog result={result} onClose={() => setResult(null)} />
    </>
  );
}

function TrialDialog({ result, onClose }: { result: ReplayResult | null; onClose: () => void }) {
  const t = useTranslations();
  const reasonText = useReasonText();
  return (
    <Dialog open={result !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent width={520} closeLabel={t("common.close")} aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>{t("integration.delivery.trialTitle")}</DialogTitle>
        </DialogHeader>
        {result && (
          <DialogBody className="flex flex-col gap-4 text-sm">
            <Alert
              variant={result.outcome === "started" ? "success" : "amber"}
              title={t(`integration.delivery.trialOutcomes.${result.outcome}`)}
            >
              {result.reason && reasonText(result.reason)} {result.detail}
            </Alert>
            <DeliveryVerdict verdict={result.verdict} />
          </DialogBody>
        )}
      </DialogContent>
    </Dialog>
  );
}
