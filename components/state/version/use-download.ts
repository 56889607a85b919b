import { useState } from "react";
import { apiDownload } from "@/components/api-client";
import { useProblemText } from "@/components/problem/use-problem-text";
import { toast } from "@/components/ui/toast";
import type { State, Version } from "@/lib/state/schema";

/** Downloads a version as its tool wrote it. `busy`: the id of the version being downloaded. */
export function useDownload({ id: stateId, project_id: projectId, kind }: State) {
  const problemText = useProblemText();
  const [busy, setBusy] = useState<number | null>(null);

  async function download({ id: versionId, workspace, number }: Version) {
    setBusy(versionId);
    const ending = kind === "pulumi" ? "json" : "tfstate";
    try {
      await apiDownload(
        "POST /project/:projectId/states/:stateId/versions/:versionId/content",
        { params: { projectId, stateId, versionId } },
        `${workspace}_${number}.${ending}`,
      );
    } catch (thrown) {
      toast.error(problemText(thrown));
    } finally {
      setBusy(null);
    }
  }

  return { busy, download };
}
