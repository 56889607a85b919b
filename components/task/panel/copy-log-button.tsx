import { Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCopy } from "@/components/dialog/use-copy";
import { coloursRemoved } from "@/components/log/line/ansi";
import type { LineRange } from "@/components/log/line/line-hash";
import { useProblemText } from "@/components/problem/use-problem-text";
import { fetchLines } from "@/components/task/state/use-task-log";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import type { TaskDetail } from "@/lib/task/schema";

/** The API's maximum, and enough for a clipboard. */
const MOST = 5000;

type CopyLogButtonProps = {
  task: Pick<TaskDetail, "id" | "project_id">;
  total: number;
  /** Null copies the log, or the end of a long one. */
  selected: LineRange | null;
};

/** Copies the linked lines, or the log, as plain text. */
export function CopyLogButton({ task, total, selected }: CopyLogButtonProps) {
  const t = useTranslations("task");
  const problemText = useProblemText();
  const copy = useCopy();
  const [busy, setBusy] = useState(false);
  const { first, last } = selected ?? { first: Math.max(0, total - MOST), last: total - 1 };

  async function press() {
    setBusy(true);
    try {
      const lines = await fetchLines(task.project_id, task.id, first, Math.min(MOST, last - first + 1));
      await copy(lines.map(({ output }) => coloursRemoved(output)).join("\n"));
    } catch (thrown) {
      // Only fetching can fail here; copying reports its own errors.
      toast.error(problemText(thrown));
    } finally {
      setBusy(false);
    }
  }

  const label = () => {
    if (selected) return t("copySelected", { count: last - first + 1 });
    return total > MOST ? t("copyEnd", { count: MOST }) : t("copyLog");
  };
  return (
    <IconButton label={label()} loading={busy} disabled={total === 0} onClick={press}>
      <Copy />
    </IconButton>
  );
}
