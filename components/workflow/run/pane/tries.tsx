import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "@/components/api-client";
import { useRefetch } from "@/components/live/use-refetch";
import { NodeLog } from "@/components/workflow/run/pane/node-log";
import { useRun } from "@/components/workflow/run/run-context";
import { triesOf } from "@/components/workflow/run/run-state";
import { NodeStatusText } from "@/components/workflow/run/status-mark";
import type { TaskWithTpl } from "@/lib/queue/schema";
import type { NodeItem } from "@/lib/task/schema/workflow";

type TriesProps = {
  nodeKey: string;
  /** 0 without a matrix. */
  item: number;
  tries: number;
  /** The newest. */
  task: NonNullable<NodeItem["task"]>;
};

/** The log of the newest task of a node or an item; if it was tried several times, also those of the earlier ones. */
export function Tries({ nodeKey, item, tries, task }: TriesProps) {
  const { projectId } = useRun();
  const [earlier, setEarlier] = useState<number | null>(null);
  const taskId = earlier ?? task.id;
  return (
    <>
      {tries > 1 && (
        <TryList
          {...{ nodeKey, item, task }}
          chosen={taskId}
          onChoose={(id) => setEarlier(id === task.id ? null : id)}
        />
      )}
      <NodeLog key={taskId} {...{ projectId, taskId }} />
    </>
  );
}

type TryListProps = Omit<TriesProps, "tries"> & { chosen: number; onChoose: (taskId: number) => void };

function TryList({ nodeKey, item, task, chosen, onChoose }: TryListProps) {
  const t = useTranslations("workflow.run");
  const { projectId, taskId } = useRun();
  const [tasks, setTasks] = useState<readonly TaskWithTpl[]>([]);
  const refetch = useRefetch(async (signal) => {
    const params = { projectId, taskId };
    const children = await api("GET /project/:projectId/tasks/:taskId/children", { params, signal });
    setTasks(triesOf(children, nodeKey, item));
  });
  const again = useEffectEvent(refetch);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed task has another status
  useEffect(() => again(), [task.id, task.status]);
  return (
    <ul aria-label={t("tries", { count: tasks.length })} className="flex shrink-0 gap-1.5 overflow-x-auto px-3 pb-2">
      {tasks.map(({ id, status, reason }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={id === chosen}
            onClick={() => onChoose(id)}
            className="flex h-7 items-center gap-1.5 rounded-md border border-border px-2 text-xs tabular-nums hover:bg-accent focus-visible:-outline-offset-2 aria-pressed:bg-accent"
          >
            <NodeStatusText status={status} reason={reason} /> #{id}
          </button>
        </li>
      ))}
    </ul>
  );
}
