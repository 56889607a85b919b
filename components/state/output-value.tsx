import { useTranslations } from "next-intl";
import { useState } from "react";
import { CopyButton } from "@/components/dialog/copy-button";
import { useProblemText } from "@/components/problem/use-problem-text";
import { printed, SensitiveMark, ValueText } from "@/components/state/value-text";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { revealOutput } from "@/lib/state/actions";
import type { StateOutput } from "@/lib/state/schema";

type OutputValueProps = {
  projectId: number;
  stateId: number;
  versionId: number;
  output: StateOutput;
  /** The user may reveal a sensitive value, which is recorded as an event. */
  mayReveal: boolean;
};

export function OutputValue({ output, mayReveal, ...params }: OutputValueProps) {
  const t = useTranslations();
  const problemText = useProblemText();
  const [shown, setShown] = useState<{ value: unknown } | null>(null);
  const [busy, setBusy] = useState(false);
  if (!output.sensitive && output.value !== undefined) return <ValueText value={output.value} />;

  async function reveal() {
    setBusy(true);
    const refused = (thrown: unknown) => ({ ok: false as const, failure: { message: problemText(thrown) } });
    const result = await revealOutput(params, { name: output.name }).catch(refused);
    setBusy(false);
    if (result.ok) setShown(result.data);
    else toast.error(result.failure.message);
  }

  if (shown) {
    return (
      <span className="flex items-start gap-2">
        <ValueText value={shown.value} />
        <CopyButton value={printed(shown.value)} />
        <Button size="sm" onClick={() => setShown(null)}>
          {t("common.hide")}
        </Button>
      </span>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-2">
      {output.sensitive ? <SensitiveMark /> : <span className="text-muted-foreground">{t("state.tooLong")}</span>}
      {mayReveal && (
        <Button size="sm" loading={busy} aria-label={t("state.showOutput", { name: output.name })} onClick={reveal}>
          {t("common.show")}
        </Button>
      )}
    </span>
  );
}
