import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useRefetch } from "@/components/live/use-refetch";
import { useTaskUpdates } from "@/components/live/use-task-updates";
import { type LiveTask, patchTask } from "@/components/task/table/task-row";
import type { TaskUpdate } from "@/lib/protocol/socket";
import { isFinal } from "@/lib/protocol/status";
import type { TaskWithTpl } from "@/lib/queue/schema";

type LiveTasksOptions<Row> = {
  /** From the server, newest first; undefined: fetched at once. */
  initial?: Row[];
  load: (signal: AbortSignal) => Promise<Row[]>;
  /** Only tasks of this template belong into the list. */
  templateId?: number;
};

/** A list of tasks that changes by itself: known rows are patched, for an unknown task the list is fetched again. */
export function useLiveTasks<Row extends LiveTask = TaskWithTpl>({
  initial,
  load,
  templateId,
}: LiveTasksOptions<Row>): Row[] | undefined {
  const [given, setGiven] = useState(initial);
  const [rows, setRows] = useState(initial);
  if (given !== initial) {
    setGiven(initial);
    setRows(initial);
  }
  /** Changes that came while a fetch is under way, whose answer may be older than they are. */
  const meanwhile = useRef<TaskUpdate[] | null>(null);

  const refetch = useRefetch(async (signal) => {
    const updates: TaskUpdate[] = [];
    meanwhile.current = updates;
    try {
      const fetched = await load(signal);
      setRows(updates.reduce(patchRows<Row>, fetched));
    } finally {
      meanwhile.current = null;
    }
  });

  function take(update: TaskUpdate) {
    if (templateId !== undefined && update.template_id !== templateId) return;
    meanwhile.current?.push(update);
    if (!rows || mayBelong(rows, update.task_id)) return refetch();
    setRows((current) => current && patchRows(current, update));
    // Whatever ended may be what others wait for.
    if (isFinal(update.status) && rows.some(({ status }) => status === "waiting")) refetch();
  }

  useTaskUpdates(take, refetch);
  const fetchFirst = useEffectEvent(() => {
    if (initial === undefined) refetch();
  });
  useEffect(() => fetchFirst(), []);
  return rows;
}

const patchRows = <Row extends LiveTask>(rows: Row[], update: TaskUpdate): Row[] =>
  rows.map((row) => patchTask(row, update));

/** An unknown task belongs into the list unless it is older than all that are shown. */
const mayBelong = (rows: { id: number }[], taskId: number): boolean =>
  taskId > (rows.at(-1)?.id ?? 0) && !rows.some(({ id }) => id === taskId);
