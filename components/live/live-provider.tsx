"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { io, type Socket } from "socket.io-client";
import type { ClientToServer, ServerToClient } from "@/lib/protocol/socket";

export type LiveSocket = Socket<ServerToClient, ClientToServer>;
export type LiveState = "connecting" | "live" | "away";

type Live = { socket: LiveSocket | null; state: LiveState };

const LiveContext = createContext<Live>({ socket: null, state: "connecting" });

const RECONNECT_MS = 2000;

/** One socket for the whole console; it joins the project's room again after every reconnect. */
export function LiveProvider({ projectId, children }: { projectId: number | null; children: ReactNode }) {
  const [live, setLive] = useState<Live>({ socket: null, state: "connecting" });
  useEffect(() => {
    const socket: LiveSocket = io({
      transports: ["websocket"],
      reconnectionDelay: RECONNECT_MS,
      reconnectionDelayMax: RECONNECT_MS,
      randomizationFactor: 0,
    });
    const join = () => {
      setLive({ socket, state: "live" });
      if (projectId !== null) socket.emit("project", projectId, () => undefined);
    };
    socket.on("connect", join);
    socket.on("disconnect", () => setLive({ socket, state: "away" }));
    socket.on("connect_error", (error) => {
      setLive({ socket, state: "away" });
      if (error.message === "unauthenticated") window.location.assign("/auth/login");
    });
    setLive({ socket, state: "connecting" });
    return () => {
      socket.disconnect();
    };
  }, [projectId]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

export const useLive = (): Live => useContext(LiveContext);
