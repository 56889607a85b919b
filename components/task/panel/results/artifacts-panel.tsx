import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api-client";
import { Bytes } from "@/components/format/bytes";
import { ArtifactPreview, previewOf } from "@/components/task/panel/results/artifact-preview";
import type { TabPanelProps } from "@/components/task/panel/tabs/panel-props";
import { ResultPanel } from "@/components/task/panel/tabs/result-panel";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { visibleText } from "@/lib/protocol/visible-text";
import type { Artifact } from "@/lib/task/schema/artifact";

type Place = { projectId: number; taskId: number };

/** The files that the task left, to be saved or looked at. */
export function ArtifactsPanel({ task }: TabPanelProps) {
  const params = { projectId: task.project_id, taskId: task.id };
  const t = useTranslations("task.tabs");
  return (
    <ResultPanel
      taskId={task.id}
      load={(signal) => api("GET /project/:projectId/tasks/:taskId/artifacts", { params, signal })}
    >
      {(artifacts) => (
        <ul aria-label={t("artifacts")}>
          {artifacts.map((artifact) => (
            <ArtifactRow key={artifact.id} place={params} artifact={artifact} />
          ))}
        </ul>
      )}
    </ResultPanel>
  );
}

function ArtifactRow({ place, artifact }: { place: Place; artifact: Artifact }) {
  const t = useTranslations();
  const [shown, setShown] = useState(false);
  const name = visibleText(artifact.path);
  const url = `/api/project/${place.projectId}/tasks/${place.taskId}/artifacts/${artifact.id}`;
  return (
    <li className="border-border border-b">
      <div className="flex items-center gap-3 px-3 py-1.5 text-sm sm:px-4">
        <code className="wrap-anywhere min-w-0 flex-1 font-mono text-xs">{name}</code>
        <span className="shrink-0 text-muted-foreground text-xs">
          <Bytes value={artifact.size} />
        </span>
        {previewOf(artifact) && (
          <Button size="sm" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {t(shown ? "common.hide" : "common.show")}
          </Button>
        )}
        <IconButton label={t("task.downloadArtifact", { name })} asChild>
          <a href={url} download>
            <Download />
          </a>
        </IconButton>
      </div>
      {shown && <ArtifactPreview artifact={artifact} url={url} />}
    </li>
  );
}
