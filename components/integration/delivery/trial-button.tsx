import { FlaskConical } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { withTexts } from "@/components/language/loaded-texts";
import { useProblemText } from "@/components/problem/use-problem-text";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { replayDelivery } from "@/lib/integration/actions";
import type { ReplayResult } from "@/lib/integration/schema";

const load = () => withTexts(import("@/components/integration/delivery/trial-dialog"));
const TrialDialog = dynamic(() => load().then((module) => module.TrialDialog));

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
      <PrefetchOnInteraction open={result !== null} load={load}>
        <TrialDialog result={result} onClose={() => setResult(null)} />
      </PrefetchOnInteraction>
    </>
  );
}
