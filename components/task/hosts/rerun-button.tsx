import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { api } from "@/components/api-client";
import { useApiResult } from "@/components/form/use-api-result";
import { RerunDialog } from "@/components/task/hosts/rerun-dialog";
import { openTask } from "@/components/task/open-task";
import { askedAgain } from "@/components/task/start/asked-again";
import { useStarting } from "@/components/task/start/use-starting";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { Task } from "@/lib/queue/schema";
import type { TaskDetail } from "@/lib/task/schema";
import type { RerunInput } from "@/lib/task/schema/events";
import type { SurveyVar } from "@/lib/template/schema";

type RerunButtonProps = { task: TaskDetail; part: z.input<typeof RerunInput>; label: string };

/** Starts the task again for a part of what it did, and opens the new task. Asks for secret answers if it had some. */
export function RerunPart({ task, part, label }: RerunButtonProps) {
  const t = useTranslations("task");
  const { starting, during } = useStarting();
  const resultOf = useApiResult();
  const [secrets, setSecrets] = useState<SurveyVar[] | null>(null);
  const { id: taskId, project_id: projectId, template_id: templateId } = task;

  const send = (secret: string) => {
    const body = { ...part, secret };
    return resultOf<Task>(api("POST /project/:projectId/tasks/:taskId/rerun", { params: { projectId, taskId }, body }));
  };

  const start = () =>
    during(async () => {
      const result = await send("");
      if (result.ok) return openTask(result.data.id);
      const params = { projectId, templateId };
      const { survey_vars } = await api("GET /project/:projectId/templates/:templateId", { params });
      const asked = askedAgain(survey_vars, result.failure.fields);
      if (asked) setSecrets(asked);
      else toast.error(result.failure.message);
    });

  return (
    <>
      <Button size="sm" loading={starting} onClick={start} className="ml-auto">
        <RotateCw />
        {label}
      </Button>
      {secrets && (
        <RerunDialog
          secrets={secrets}
          label={label}
          description={t("secretsAgain")}
          send={send}
          onOpenChange={(open) => !open && setSecrets(null)}
        />
      )}
    </>
  );
}
