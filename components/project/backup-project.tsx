"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { apiDownload } from "@/components/api-client";
import { useProblemText } from "@/components/problem/use-problem-text";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";

/** Saves the project as a backup file. */
export function BackupProject({ projectId }: { projectId: number }) {
  const t = useTranslations("project");
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      await apiDownload(
        "GET /project/:projectId/backup",
        { params: { projectId } },
        `backup_${projectId}_${Date.now()}.json`,
      );
      toast.success(t("exported"));
    } catch (thrown) {
      toast.error(problemText(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-border p-4">
      <div className="min-w-60 flex-1">
        <h2 className="font-semibold text-base">{t("backup.title")}</h2>
        <p className="text-muted-foreground text-sm">{t("backup.text")}</p>
      </div>
      <Button loading={busy} onClick={save}>
        <Download />
        {t("backup.save")}
      </Button>
    </section>
  );
}
