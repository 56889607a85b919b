import { useEffect, useEffectEvent, useState } from "react";
import { api } from "@/components/api-client";
import { useRefetch } from "@/components/live/use-refetch";
import type { WorkflowRun } from "@/lib/task/schema/workflow";

/** Names of the project's members by id, fetched if an approval that may be open names some; null until then. */
export function useMemberNames(
  projectId: number,
  { graph }: WorkflowRun,
  live: boolean,
): ReadonlyMap<number, string> | null {
  const [names, setNames] = useState<ReadonlyMap<number, string> | null>(null);
  const wanted = live && graph.nodes.some((node) => node.kind === "approval" && node.user_ids.length > 0);
  const load = useRefetch(async (signal) => {
    const members = await api("GET /project/:projectId/users", { params: { projectId }, signal });
    setNames(new Map(members.map(({ id, name }) => [id, name])));
  });
  const loadFirst = useEffectEvent(load);
  useEffect(() => {
    if (wanted) loadFirst();
  }, [wanted]);
  return names;
}
