import { useEffect, useEffectEvent, useRef } from "react";
import { useLive } from "@/components/live/live-provider";
import type { TaskUpdate } from "@/lib/protocol/socket";

/** Polling interval without the socket. */
const OFFLINE_POLL_MS = 5000;

/**
 * Calls `onUpdate` for every task change in the project, including the last seconds' ones, and `onResync` when changes
 * may have been missed: after a late connect, and periodically while disconnected.
 */
export function useTaskUpdates(onUpdate: (update: TaskUpdate) => void, onResync: () => void): void {
  const { socket, state, epoch, missed, recent } = useLive();
  const update = useEffectEvent(onUpdate);
  const resync = useEffectEvent(onResync);
  const epochSeen = useRef(epoch);

  useEffect(() => {
    for (const { update: change } of recent.current) update(change);
  }, [recent]);

  useEffect(() => {
    if (!socket) return;
    const onTask = (change: TaskUpdate) => update(change);
    const onMissed = () => resync();
    socket.on("task", onTask);
    socket.on("resync", onMissed);
    return () => {
      socket.off("task", onTask);
      socket.off("resync", onMissed);
    };
  }, [socket]);

  useEffect(() => {
    if (epoch === epochSeen.current) return;
    epochSeen.current = epoch;
    if (missed) resync();
  }, [epoch, missed]);

  useEffect(() => {
    if (state !== "away") return;
    const timer = setInterval(() => resync(), OFFLINE_POLL_MS);
    return () => clearInterval(timer);
  }, [state]);
}
