import { CircleStop, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LazyConfirmDialog } from "@/components/dialog/lazy-confirm-dialog";
import { problemOf, useProblemText } from "@/components/problem/use-problem-text";
import { rerun } from "@/components/task/start/rerun";
import type { HistoryRow } from "@/components/task/table/pack-history";
import { usePermission } from "@/components/task/use-permission";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/operation/result";
import { isFinal } from "@/lib/protocol/status";
import { stopTask } from "@/lib/task/actions";

type BulkActionsProps = { tasks: HistoryRow[]; selectAll: () => void; clear: () => void };

const KINDS = ["rerun", "stop"] as const;
type Kind = (typeof KINDS)[number];

/** What can be done with several tasks at once, after confirmation. Below everything else of its bar. */
export function BulkActions({ tasks, selectAll, clear }: BulkActionsProps) {
  const t = useTranslations("task.bulk");
  const [kind, setKind] = useState<Kind>("rerun");
  const [open, setOpen] = useState(false);
  const act = useBulk();
  const fitting = { rerun: tasks, stop: tasks.filter(({ status }) => !isFinal(status)) };
  return (
    <fieldset
      aria-label={t("label")}
      className="order-last flex basis-full flex-wrap items-center gap-2 rounded-lg border border-border bg-muted/50 px-3 py-2 text-sm"
    >
      <span aria-live="polite" className="mr-2 tabular-nums">
        {t("selected", { count: tasks.length })}
      </span>
      {KINDS.map((one) => (
        <Button
          key={one}
          size="sm"
          disabled={fitting[one].length === 0}
          onClick={() => {
            setKind(one);
            setOpen(true);
          }}
        >
          {one === "stop" ? <CircleStop /> : <RotateCw />}
          {t(one)}
        </Button>
      ))}
      <Button size="sm" variant="ghost" onClick={selectAll}>
        {t("all")}
      </Button>
      <Button size="sm" variant="ghost" onClick={clear}>
        {t("clear")}
      </Button>
      <LazyConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t(kind)}
        question={t(`${kind}Question`, { count: fitting[kind].length })}
        confirmLabel={t(kind)}
        destructive={kind === "stop"}
        confirm={() => act(kind, fitting[kind])}
        onDone={clear}
      />
    </fieldset>
  );
}

const DONE: ActionResult<unknown> = { ok: true, data: undefined };

/** One task after the other; tells which of them could not be stopped or run again. */
function useBulk() {
  const t = useTranslations("task.bulk");
  const problemText = useProblemText();
  const mayManage = usePermission("manageResources");

  async function one(kind: Kind, { project_id: projectId, id: taskId }: HistoryRow): Promise<string | null> {
    const place = { projectId, taskId };
    const result = kind === "stop" ? await stopTask(place, { force: false }) : await rerun(place, { mayManage });
    return result === null ? t("needsOptions") : problemOf(result);
  }

  return async (kind: Kind, tasks: HistoryRow[]): Promise<ActionResult<unknown>> => {
    for (const task of tasks.toSorted((a, b) => a.id - b.id)) {
      const problem = await one(kind, task).catch(problemText);
      if (problem) toast.error(`#${task.id}: ${problem}`);
    }
    return DONE;
  };
}
