import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { api } from "@/components/api-client";
import { useRefetch } from "@/components/live/use-refetch";
import { progressOf } from "@/components/workflow/run/run-state";
import type { NodeItem, NodeState } from "@/lib/task/schema/workflow";

/** Items fetched at once. */
const PAGE = 100;

export type Items = {
  total: number;
  /** The same function until items are fetched. */
  at: (number: number) => NodeItem | undefined;
  /** Those numbers are in sight: they are fetched, and again when the node changes. */
  show: (first: number, last: number) => void;
};

type Options = { projectId: number; taskId: number; state: NodeState };

/** The items of a matrix, of which only those in sight are fetched. */
export function useItems({ projectId, taskId, state }: Options): Items {
  const [pages, setPages] = useState<ReadonlyMap<number, readonly NodeItem[]>>(new Map());
  const inSight = useRef({ first: 0, last: 0 });
  const counted = progressOf(state)?.total ?? 0;

  const refetch = useRefetch(async (signal) => {
    const { first, last } = inSight.current;
    let end = last;
    const params = { projectId, taskId, nodeKey: state.key };
    for (let page = first; page <= end; page++) {
      const query = { ...(page > 0 && { from: page * PAGE }), limit: PAGE };
      const items = await api("GET /project/:projectId/tasks/:taskId/nodes/:nodeKey/items", { params, query, signal });
      setPages((known) => new Map(known).set(page, items));
      // Skipped items are not counted: there may be more.
      if (page === last && items.length === PAGE && counted <= (page + 1) * PAGE) end += 1;
    }
  });

  const at = useCallback((number: number) => pages.get(Math.floor(number / PAGE))?.[number % PAGE], [pages]);
  const again = useEffectEvent(refetch);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed node has another state
  useEffect(() => again(), [state]);

  return {
    total: Math.max(counted, ...[...pages].map(([page, items]) => page * PAGE + items.length)),
    at,
    show: (from, to) => {
      const first = Math.floor(from / PAGE);
      const last = Math.floor(to / PAGE);
      if (first === inSight.current.first && last === inSight.current.last) return;
      inSight.current = { first, last };
      refetch();
    },
  };
}
