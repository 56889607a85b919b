import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { isMissing } from "@/components/api-client";
import { useRefetch } from "@/components/live/use-refetch";
import { useReturn } from "@/components/live/use-return";
import { useTaskUpdates } from "@/components/live/use-task-updates";
import { type LiveTask, patchTask } from "@/components/task/table/task-row";
import type { TaskUpdate } from "@/lib/protocol/socket";
import { isFinal } from "@/lib/protocol/status";
import type { TaskWithTpl } from "@/lib/queue/schema";

type LiveTasksOptions<Row> = {
  /** From the server, newest first; if undefined, it is fetched at once. */
  initial?: Row[];
  load: (signal: AbortSignal) => Promise<Row[]>;
  /** Restricts the list to tasks of this template. */
  templateId?: number;
  /** Names what `load` fetches: a list with another key is fetched again. */
  key?: string;
  /** False for a page of older tasks, which no new one joins. */
  isNewest?: boolean;
};

/** A live list of tasks: updates patch known rows, and an unknown task refetches the list. */
export function useLiveTasks<Row extends LiveTask = TaskWithTpl>({
  initial,
  load,
  templateId,
  key = "",
  isNewest = true,
}: LiveTasksOptions<Row>): Row[] | undefined {
  const router = useRouter();
  const [given, setGiven] = useState(initial);
  const [rows, setRows] = useState(initial);
  if (given !== initial) {
    setGiven(initial);
    setRows(initial);
  }
  /** Updates during a fetch, whose response may be older. */
  const meanwhile = useRef<TaskUpdate[] | null>(null);

  const refetch = useRefetch(async (signal) => {
    const updates: TaskUpdate[] = [];
    meanwhile.current = updates;
    try {
      const fetched = await load(signal);
      setRows(updates.reduce(patchRows<Row>, fetched));
    } catch (error) {
      // The page around the list may be of something deleted, and then says so.
      if (isMissing(error)) router.refresh();
      throw error;
    } finally {
      meanwhile.current = null;
    }
  });

  function take(update: TaskUpdate) {
    if (templateId !== undefined && update.template_id !== templateId) return;
    meanwhile.current?.push(update);
    if (!rows || (isNewest && mayBelong(rows, update))) return refetch();
    setRows((current) => current && patchRows(current, update));
    // Other tasks may have waited for the one that ended.
    if (isFinal(update.status) && rows.some(({ status }) => status === "waiting")) refetch();
  }

  useTaskUpdates(take, refetch);
  // Deletions are not announced.
  useReturn(refetch);
  const shownKey = useRef(initial === undefined ? null : key);
  const fetchKey = useEffectEvent(refetch);
  useEffect(() => {
    if (shownKey.current !== key) fetchKey();
    shownKey.current = key;
  }, [key]);
  return rows;
}

const patchRows = <Row extends LiveTask>(rows: Row[], update: TaskUpdate): Row[] =>
  rows.map((row) => patchTask(row, update));

/** An unknown task belongs in the list unless it is older than all shown ones, or a workflow started it. */
const mayBelong = (rows: { id: number }[], { task_id, parent_task_id }: TaskUpdate): boolean =>
  parent_task_id === null && task_id > (rows.at(-1)?.id ?? 0) && !rows.some(({ id }) => id === task_id);
