import { Check, SkipForward } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api-client";
import { useApiResult } from "@/components/form/use-api-result";
import { problemOf, useProblemText } from "@/components/problem/use-problem-text";
import { usePermission } from "@/components/task/use-permission";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useRun } from "@/components/workflow/run/run-context";
import type { NodeState } from "@/lib/task/schema/workflow";
import { markProblem } from "@/lib/workflow/rules/mark";

const MARKS = [
  { verb: "skip", Icon: SkipForward, text: "run.skip" },
  { verb: "done", Icon: Check, text: "resume.done" },
] as const;
type Verb = (typeof MARKS)[number]["verb"];

/** For those who manage resources: the run goes on without the node, or as if it had succeeded. */
export function MarkButtons({ state }: { state: NodeState }) {
  const t = useTranslations("workflow");
  const { projectId, taskId, run, states, live, refetch } = useRun();
  const mayManage = usePermission("manageResources");
  const problemText = useProblemText();
  const resultOf = useApiResult();
  const [pending, setPending] = useState<Verb | null>(null);
  if (!live || !mayManage || !mayBeMarked()) return null;

  function mayBeMarked(): boolean {
    const known = new Map(
      [...states].map(([key, { status, reason, items }]) => [key, { status, reason, running: items.running }]),
    );
    return markProblem(run.graph, known, { key: state.key, stopping: run.stopping }) === null;
  }

  async function mark(verb: Verb) {
    setPending(verb);
    const params = { projectId, taskId, nodeKey: state.key };
    const marked = resultOf(api(`POST /project/:projectId/tasks/:taskId/nodes/:nodeKey/${verb}`, { params, body: {} }));
    const problem = await marked.then(problemOf, problemText);
    setPending(null);
    if (problem) toast.error(problem);
    refetch();
  }

  return (
    <div className="flex gap-2">
      {MARKS.map(({ verb, Icon, text }) => (
        <Button key={verb} size="sm" loading={pending === verb} disabled={pending !== null} onClick={() => mark(verb)}>
          <Icon />
          {t(text)}
        </Button>
      ))}
    </div>
  );
}
