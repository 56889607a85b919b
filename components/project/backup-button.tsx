"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { apiDownload } from "@/components/api-client";
import { useProblemText } from "@/components/problem/use-problem-text";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";

export function BackupButton({ projectId }: { projectId: number }) {
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
    <Button loading={busy} onClick={save}>
      <Download />
      {t("backup.save")}
    </Button>
  );
}
