import { Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCopy } from "@/components/dialog/use-copy";
import { coloursRemoved } from "@/components/log/line/ansi";
import type { LineRange } from "@/components/log/line/line-hash";
import { useProblemText } from "@/components/problem/use-problem-text";
import { copiedRange, linesIn } from "@/components/task/panel/copied-lines";
import { fetchLines } from "@/components/task/state/use-task-log";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import type { TaskDetail } from "@/lib/task/schema";

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
  const range = copiedRange(total, selected);

  async function press() {
    setBusy(true);
    try {
      const lines = await linesIn(range, (from, limit) => fetchLines(task.project_id, task.id, from, limit));
      await copy(lines.map(({ output }) => coloursRemoved(output)).join("\n"));
    } catch (thrown) {
      // Only fetching can fail here; copying reports its own errors.
      toast.error(problemText(thrown));
    } finally {
      setBusy(false);
    }
  }

  const label = () => {
    const count = range.last - range.first + 1;
    if (range.isSelected) return t("copySelected", { count });
    return count < total ? t("copyEnd", { count }) : t("copyLog");
  };
  return (
    <IconButton label={label()} loading={busy} disabled={total === 0} onClick={press}>
      <Copy />
    </IconButton>
  );
}
