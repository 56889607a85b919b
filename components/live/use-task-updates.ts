"use client";

import { useEffect, useEffectEvent } from "react";
import { useLive } from "@/components/live/live-provider";
import type { TaskUpdate } from "@/lib/protocol/socket";

/** Calls `onUpdate` for every task change in the project, and `onResync` when changes may have been missed. */
export function useTaskUpdates(onUpdate: (update: TaskUpdate) => void, onResync: () => void): void {
  const { socket } = useLive();
  const update = useEffectEvent(onUpdate);
  const resync = useEffectEvent(onResync);
  useEffect(() => {
    if (!socket) return;
    let connectedBefore = socket.connected;
    const onTask = (change: TaskUpdate) => update(change);
    const onMissed = () => resync();
    const onConnect = () => {
      if (connectedBefore) resync();
      connectedBefore = true;
    };
    socket.on("task", onTask);
    socket.on("resync", onMissed);
    socket.on("connect", onConnect);
    return () => {
      socket.off("task", onTask);
      socket.off("resync", onMissed);
      socket.off("connect", onConnect);
    };
  }, [socket]);
}
