"use client";

import { useRouter } from "next/navigation";
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { io, type Socket } from "socket.io-client";
import { hasUnsaved } from "@/components/form/unsaved";
import { sessionEnd } from "@/components/session/session-end";
import { CATCH_UP_MS, type ClientToServer, type ServerToClient, type TaskUpdate } from "@/lib/protocol/socket";

export type LiveSocket = Socket<ServerToClient, ClientToServer>;
export type LiveState = "connecting" | "live" | "away";
export type RecentUpdate = { at: number; update: TaskUpdate };

type Connection = {
  socket: LiveSocket | null;
  state: LiveState;
  /** Increases each time changes start to arrive. */
  epoch: number;
  /** Earlier changes may be missing and have to be fetched. */
  missed: boolean;
};
type Live = Connection & {
  /** Changes of the last seconds, for a screen that the server rendered just before them. */
  recent: RefObject<RecentUpdate[]>;
};

const START: Connection = { socket: null, state: "connecting", epoch: 0, missed: false };
const LiveContext = createContext<Live>({ ...START, recent: { current: [] } });

const RECONNECT_MS = 2000;

/** One socket for the whole console; it rejoins the project's room after every reconnect. */
export function LiveProvider({ projectId, children }: { projectId: number | null; children: ReactNode }) {
  const [connection, setConnection] = useState(START);
  const recent = useRef<RecentUpdate[]>([]);
  const router = useRouter();
  /** Unless that would take away what was typed: then saving it says that it is not allowed any more. */
  const refresh = useEffectEvent((): boolean => {
    if (hasUnsaved()) return false;
    router.refresh();
    return true;
  });
  useEffect(() => {
    recent.current = [];
    const socket = openSocket();
    let first = true;
    let refused = false;
    const arrive = () => {
      // The server replays what changed since the page began to load.
      const missed = !first || projectId === null || pageAge() > CATCH_UP_MS;
      first = false;
      setConnection(({ epoch }) => ({ socket, state: "live", epoch: epoch + 1, missed }));
    };
    const leave = () => setConnection((current) => ({ ...current, socket, state: "away" }));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const join = () => {
      if (projectId === null) return arrive();
      socket.emit("project", projectId, ({ ok }) => {
        if (ok) return arrive();
        // Then the page says that it is none for this user.
        if (!refused) refused = refresh();
        leave();
        timer = setTimeout(join, RECONNECT_MS);
      });
    };
    socket.on("connect", join);
    // When the server rejects a connection, the library doesn't retry.
    const goOn = () => {
      leave();
      clearTimeout(timer);
      if (!socket.active) timer = setTimeout(() => socket.connect(), RECONNECT_MS);
    };
    socket.on("disconnect", goOn);
    socket.on("connect_error", (error) => {
      if (error.message !== "unauthenticated") return goOn();
      leave();
      sessionEnd.report();
    });
    const unsubscribe = sessionEnd.subscribe(() => sessionEnd.get() || socket.connect());
    socket.on("access", () => refresh());
    socket.on("task", (update) => {
      recent.current = [...newerThan(recent.current, Date.now() - CATCH_UP_MS), { at: Date.now(), update }];
    });
    setConnection((current) => ({ ...current, socket, state: "connecting" }));
    // Deferred, so that a component that React unmounts immediately doesn't connect.
    timer = setTimeout(() => socket.connect(), 0);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      socket.removeAllListeners();
      socket.disconnect();
    };
  }, [projectId]);
  return <LiveContext value={{ ...connection, recent }}>{children}</LiveContext>;
}

/** Milliseconds since the page began to load; performance.now() may stop while a laptop sleeps. */
const pageAge = () => Math.max(performance.now(), Date.now() - performance.timeOrigin);

const openSocket = (): LiveSocket =>
  io({
    autoConnect: false,
    transports: ["websocket"],
    reconnectionDelay: RECONNECT_MS,
    reconnectionDelayMax: RECONNECT_MS,
    randomizationFactor: 0,
  });

const newerThan = (updates: RecentUpdate[], moment: number) => updates.filter(({ at }) => at > moment);

export const useLive = (): Live => useContext(LiveContext);
