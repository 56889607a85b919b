"use client";

import { createContext, type ReactNode, useContext } from "react";
import { api } from "@/components/api-client";
import { usePolled } from "@/components/live/use-polled";
import { useTaskUpdates } from "@/components/live/use-task-updates";
import type { Approval } from "@/lib/task/schema/workflow";

/** What other projects ask for is not announced here. */
const REFRESH_SECONDS = 60;

type Approvals = { approvals: Approval[]; refetch: () => void };

const ApprovalsContext = createContext<Approvals>({ approvals: [], refetch: () => undefined });

type ApprovalsProviderProps = {
  /** Rendered with the page. */
  initial: Approval[];
  children: ReactNode;
};

/** What the user may decide now, in all projects. Followed while a workflow runs, otherwise looked up now and then. */
export function ApprovalsProvider({ initial, children }: ApprovalsProviderProps) {
  const [approvals, refetch] = usePolled({
    initial,
    load: (signal) => api("GET /approvals", { signal }),
    seconds: REFRESH_SECONDS,
  });
  useTaskUpdates(({ is_workflow }) => is_workflow && refetch(), refetch);
  return <ApprovalsContext value={{ approvals, refetch }}>{children}</ApprovalsContext>;
}

export const useApprovals = (): Approvals => useContext(ApprovalsContext);
