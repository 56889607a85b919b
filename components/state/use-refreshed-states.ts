import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useLive } from "@/components/live/live-provider";
import { useRefetch } from "@/components/live/use-refetch";
import { useTaskUpdates } from "@/components/live/use-task-updates";

/** Refreshes the page when a state of the project changes, or only the one with the id. A finished task releases its lock. */
export function useRefreshedStates(stateId?: number): void {
  const router = useRouter();
  const { socket } = useLive();
  const refetch = useRefetch(async () => router.refresh());
  useTaskUpdates(refetch, refetch);
  useEffect(() => {
    if (!socket) return;
    const onState = (changed: number) => {
      if (stateId === undefined || changed === stateId) refetch();
    };
    socket.on("state", onState);
    return () => void socket.off("state", onState);
  });
}
