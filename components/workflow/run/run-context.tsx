import { useSearchParams } from "next/navigation";
import { createContext, useContext } from "react";
import { ITEM_PARAM, NODE_PARAM, openNode } from "@/components/task/open-task";
import type { NodeState, WorkflowRun } from "@/lib/task/schema/workflow";

/** The node and the item of its matrix whose log is open, in the address. */
type ChosenNode = { key: string | null; item: number | null };

/** What every part of a run's view needs. */
type RunView = {
  projectId: number;
  taskId: number;
  run: WorkflowRun;
  states: ReadonlyMap<string, NodeState>;
  /** Names of the project's members by id; null until they are loaded. */
  memberNames: ReadonlyMap<number, string> | null;
  /** The run itself has not ended. */
  live: boolean;
  chosen: ChosenNode;
  choose: (key: string | null, item?: number | null) => void;
  refetch: () => void;
};

const RunContext = createContext<RunView | null>(null);

export const RunProvider = RunContext.Provider;

export function useRun(): RunView {
  const view = useContext(RunContext);
  if (!view) throw new Error("useRun works only inside the view of a run");
  return view;
}

/** What is chosen, and how to choose something else. */
export function useChosenNode(): [ChosenNode, (key: string | null, item?: number | null) => void] {
  const params = useSearchParams();
  const item = params.get(ITEM_PARAM);
  return [
    { key: params.get(NODE_PARAM), item: item !== null && /^\d{1,6}$/.test(item) ? Number(item) : null },
    (key, number = null) => openNode(key, number),
  ];
}
