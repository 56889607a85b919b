import { useEffect } from "react";
import { api } from "@/components/api-client";
import { useLive } from "@/components/live/live-provider";
import type { FindHostLines } from "@/components/log/fold/use-filter";
import type { FindSections } from "@/components/log/fold/use-sections";
import type { LogStore } from "@/components/log/log-store";
import type { FindLines, TextQuery } from "@/components/log/search/use-hits";
import { useLogStore } from "@/components/log/use-log-store";
import type { LogLine } from "@/lib/protocol/log";
import type { LogUpdate } from "@/lib/protocol/socket";
import type { LogHits } from "@/lib/task/schema";
import type { HostLines, LogSections } from "@/lib/task/schema/log-sections";

type Watched = { project_id: number; id: number; log_lines: number };

/** The task's log: windows of it from the API, new lines from the socket, and after a lost connection the missed ones. */
export function useTaskLog({ project_id, id, log_lines }: Watched): LogStore {
  const { socket, epoch } = useLive();
  const store = useStoredLog({ project_id, id, log_lines });

  useEffect(() => {
    if (!socket) return;
    const take = (chunk: LogUpdate) => {
      if (chunk.task_id === id) store.applyChunk(chunk);
    };
    socket.on("log", take);
    return () => {
      socket.off("log", take);
      socket.emit("unwatch", id);
    };
  }, [socket, store, id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every reconnect, a new epoch, needs a new watch
  useEffect(() => {
    if (!socket) return;
    const watch = () => {
      if (socket.connected)
        socket.emit("watch", project_id, id, (reply) => reply.ok && store.setTotal(reply.log_lines));
    };
    watch();
    socket.on("resync", watch);
    return () => {
      socket.off("resync", watch);
    };
  }, [socket, epoch, store, project_id, id]);

  return store;
}

/** The log as far as the task says; without new lines. */
export const useStoredLog = ({ project_id, id, log_lines }: Watched): LogStore =>
  useLogStore({ total: log_lines, fetchWindow: (from, limit) => fetchLines(project_id, id, from, limit) });

export async function fetchLines(projectId: number, taskId: number, from: number, limit: number): Promise<LogLine[]> {
  const query = { from, limit };
  const reply = await api("GET /project/:projectId/tasks/:taskId/output", { params: { projectId, taskId }, query });
  // Without a search the response is the lines themselves.
  return Array.isArray(reply) ? reply.map(({ id, time, output }) => ({ line: id, time, output })) : [];
}

/** Searches the whole log on the server. */
export async function findLines(
  { id: taskId, project_id: projectId }: Pick<Watched, "id" | "project_id">,
  ...[wanted, { from, near }, signal]: Parameters<FindLines>
): Promise<LogHits> {
  const query = { ...("text" in wanted ? textQuery(wanted) : { errors: true }), from, near };
  const params = { projectId, taskId };
  const reply = await api("GET /project/:projectId/tasks/:taskId/output", { params, query, signal });
  if (Array.isArray(reply)) throw new Error("a search was answered with lines");
  return reply;
}

const textQuery = ({ text, isExact, isPattern }: TextQuery) => ({
  search: text,
  ...(isExact && { case: true }),
  ...(isPattern && { regex: true }),
});

export async function findSections(
  { id: taskId, project_id: projectId }: Pick<Watched, "id" | "project_id">,
  ...[from, signal]: Parameters<FindSections>
): Promise<LogSections> {
  const params = { projectId, taskId };
  return api("GET /project/:projectId/tasks/:taskId/sections", { params, query: { from }, signal });
}

export async function findHostLines(
  { id: taskId, project_id: projectId }: Pick<Watched, "id" | "project_id">,
  ...[host, from, signal]: Parameters<FindHostLines>
): Promise<HostLines> {
  const params = { projectId, taskId };
  return api("GET /project/:projectId/tasks/:taskId/host_lines", { params, query: { host, from }, signal });
}
