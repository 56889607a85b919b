import { SkipForward } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api-client";
import { useApiResult } from "@/components/form/use-api-result";
import { problemOf, useProblemText } from "@/components/problem/use-problem-text";
import { usePermission } from "@/components/task/use-permission";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useRun } from "@/components/workflow/run/run-context";
import type { WorkflowNode } from "@/lib/workflow/schema";

/** For those who manage resources: the run goes on without the node. */
export function SkipButton({ node }: { node: WorkflowNode }) {
  const t = useTranslations("workflow.run");
  const { projectId, taskId, refetch } = useRun();
  const mayManage = usePermission("manageResources");
  const problemText = useProblemText();
  const resultOf = useApiResult();
  const [pending, setPending] = useState(false);
  if (!mayManage) return null;

  async function skip() {
    setPending(true);
    const params = { projectId, taskId, nodeKey: node.key };
    const skipped = resultOf(api("POST /project/:projectId/tasks/:taskId/nodes/:nodeKey/skip", { params }));
    const problem = await skipped.then(problemOf, problemText);
    setPending(false);
    if (problem) toast.error(problem);
    refetch();
  }

  return (
    <Button size="sm" className="self-start" loading={pending} onClick={skip}>
      <SkipForward />
      {t("skip")}
    </Button>
  );
}
