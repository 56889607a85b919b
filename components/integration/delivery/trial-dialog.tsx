import { useTranslations } from "next-intl";
import { DeliveryVerdict, useReasonText } from "@/components/integration/delivery/delivery-verdict";
import { RefusalText } from "@/components/problem/refusal-text";
import { Alert } from "@/components/ui/alert";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import type { ReplayResult } from "@/lib/integration/schema";

/** What a dry run of a delivery would do; closed without a result. */
export function TrialDialog({ result, onClose }: { result: ReplayResult | null; onClose: () => void }) {
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
              {result.reason && reasonText(result.reason, result.detail)} <RefusalText refusal={result} />
            </Alert>
            <DeliveryVerdict verdict={result.verdict} />
          </DialogBody>
        )}
      </DialogContent>
    </Dialog>
  );
}
