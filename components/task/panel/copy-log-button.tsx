"use client";

import { Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { toast } from "sonner";
import { useCopy } from "@/components/dialog/use-copy";
import type { TaskDetail } from "@/components/task/state/use-task";
import { fetchLines } from "@/components/task/state/use-task-log";
import { IconButton } from "@/components/ui/icon-button";

/** The API gives this many at most; more is not for a clipboard. */
const MOST = 5000;

const ESCAPE = String.fromCharCode(27);
const COLOURS = new RegExp(`${ESCAPE}\\[[0-9;]*[A-Za-z]`, "g");

type CopyLogButtonProps = { task: Pick<TaskDetail, "id" | "project_id">; total: number };

/** Copies the log as plain text; of a long one the end. */
export function CopyLogButton({ task, total }: CopyLogButtonProps) {
  const t = useTranslations();
  const copy = useCopy();
  const [busy, setBusy] = useState(false);

  async function press() {
    setBusy(true);
    try {
      const lines = await fetchLines(task.project_id, task.id, Math.max(0, total - MOST), MOST);
      await copy(lines.map(({ output }) => output.replace(COLOURS, "")).join("\n"));
    } catch {
      // Only fetching can fail here; copying says itself what went wrong.
      toast.error(t("common.unreachable"));
    } finally {
      setBusy(false);
    }
  }

  const label = total > MOST ? t("task.copyEnd", { count: MOST }) : t("task.copyLog");
  return (
    <IconButton label={label} loading={busy} disabled={total === 0} onClick={press}>
      <Copy />
    </IconButton>
  );
}
