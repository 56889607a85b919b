"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";

/** The whole log as a file of plain text. */
export function RawLogLink({ task }: { task: { id: number; project_id: number } }) {
  const t = useTranslations("task");
  return (
    <IconButton label={t("rawLog")} asChild>
      <a href={`/api/project/${task.project_id}/tasks/${task.id}/raw_output`} download={`task-${task.id}.log`}>
        <Download />
      </a>
    </IconButton>
  );
}
