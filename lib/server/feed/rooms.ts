import type { Server, Socket } from "socket.io";
import type { Credentials } from "@/lib/access/actor";
import type { ClientToServer, ServerToClient } from "@/lib/protocol/socket";
import type { Backlog } from "@/lib/server/feed/backlog";

type SocketData = { credentials: Credentials; userId: number; backlog: Backlog };
export type HubServer = Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>;
export type HubSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>;

export const projectRoom = (projectId: number) => `project:${projectId}`;
export const taskRoom = (taskId: number) => `task:${taskId}`;
