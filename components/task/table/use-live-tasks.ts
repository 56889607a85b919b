import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { isMissing } from "@/components/api-client";
import { useMeanwhile } from "@/components/live/use-meanwhile";
import { useRefetch } from "@/components/live/use-refetch";
import { useReturn } from "@/components/live/use-return";
import { useTaskUpdates } from "@/components/live/use-task-updates";
import { type LiveTask, patchTask } from "@/components/task/table/task-row";
import type { TaskUpdate } from "@/lib/protocol/socket";
import { isFinal } from "@/lib/protocol/status";
import type { TaskWithTpl } from "@/lib/queue/schema";

type LiveTasksOptions<Row, Selection> = {
  /** From the server, newest first; if undefined, it is fetched at once. */
  initial?: Row[];
  load: (signal: AbortSignal) => Promise<Row[]>;
  /** Restricts the list to tasks of this template. */
  templateId?: number;
  /** What `load` fetches, as JSON: another selection is fetched again. */
  selection?: Selection;
  /** What `initial` is, if not always what is selected. */
  initialSelection?: Selection;
  /** False for a page of older tasks, which no new one joins. */
  isNewest?: boolean;
  /** What the tasks are selected by, if they are: an update may bring one in, or take one out. */
  status?: string;
};

/** A live list of tasks: updates patch known rows, and an unknown task refetches the list. Also what the rows are. */
export function useLiveTasks<Row extends LiveTask = TaskWithTpl, Selection = undefined>({
  initial,
  load,
  templateId,
  selection,
  initialSelection = selection,
  isNewest = true,
  status,
}: LiveTasksOptions<Row, Selection>) {
  const router = useRouter();
  const [given, setGiven] = useState(initial);
  const [{ rows, shown }, setList] = useState({ rows: initial, shown: initialSelection });
  if (given !== initial) {
    setGiven(initial);
    setList({ rows: initial, shown: initialSelection });
  }
  const { note, fetchAnd } = useMeanwhile<TaskUpdate>();
  const isStill = useEffectEvent((fetched: Selection | undefined) => isSame(fetched, selection));

  const refetch = useRefetch(async (signal) => {
    const fetched = selection;
    try {
      const list = await fetchAnd(() => load(signal), patchRows<Row>);
      if (isStill(fetched)) setList({ rows: list, shown: fetched });
    } catch (error) {
      // The page around the list may be of something deleted, and then says so.
      if (isMissing(error)) router.refresh();
      throw error;
    }
  });

  function take(update: TaskUpdate) {
    if (templateId !== undefined && update.template_id !== templateId) return;
    note(update);
    const mayLeave = status !== undefined && rows?.some(({ id }) => id === update.task_id);
    if (!rows || mayLeave || update.status === status || (isNewest && mayBelong(rows, update))) return refetch();
    setList((current) => ({ ...current, rows: current.rows && patchRows(current.rows, update) }));
    // Other tasks may have waited for the one that ended.
    if (isFinal(update.status) && rows.some(({ status }) => status === "waiting")) refetch();
  }

  useTaskUpdates(take, refetch);
  // Deletions are not announced.
  useReturn(refetch);
  const fetchSelected = useEffectEvent(() => {
    if (!rows || !isSame(shown, selection)) refetch();
  });
  const selected = JSON.stringify(selection);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of either, the rows may be others
  useEffect(() => fetchSelected(), [selected, initial]);
  return { rows, shown };
}

/** Whether two selections are of the same list. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const patchRows = <Row extends LiveTask>(rows: Row[], update: TaskUpdate): Row[] =>
  rows.map((row) => patchTask(row, update));

/** An unknown task belongs in the list unless it is older than all shown ones, or a workflow started it. */
const mayBelong = (rows: { id: number }[], { task_id, parent_task_id }: TaskUpdate): boolean =>
  parent_task_id === null && task_id > (rows.at(-1)?.id ?? 0) && !rows.some(({ id }) => id === task_id);
