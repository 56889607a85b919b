import { useEffect } from "react";
import { useLive } from "@/components/live/live-provider";
import { useConsole } from "@/components/shell/console-context";

/** The server allows a few more; what happens in further projects is polled. */
const MAX_PROJECTS = 40;

/** Follows the tasks of several projects, not only those of the open one, while the page is open. */
export function useProjectRooms(projectIds: number[]): void {
  const { socket, state, epoch } = useLive();
  const own = useConsole().project?.id;
  const rooms = projectIds
    .filter((id) => id !== own)
    .slice(0, MAX_PROJECTS)
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection, counted by epoch, is in no room.
  useEffect(() => {
    if (!socket || state !== "live" || rooms === "") return;
    const ids = rooms.split(",").map(Number);
    for (const id of ids) socket.emit("project", id, () => undefined);
    return () => {
      for (const id of ids) socket.emit("leave", id);
    };
  }, [socket, state, epoch, rooms]);
}
