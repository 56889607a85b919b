import cluster from "node:cluster";
import type { Server as HttpServer } from "node:http";
import { Server, type Socket } from "socket.io";
import type { Announcement } from "@/db/announcement";
import { database } from "@/db/client";
import { type Credentials, identify } from "@/lib/access/actor";
import { callerOf, isForeign } from "@/lib/operation/http/request";
import { MAX_INT } from "@/lib/operation/id";
import { serialize } from "@/lib/operation/serialize";
import type { ClientToServer, ServerToClient } from "@/lib/protocol/socket";
import { Backlog } from "@/lib/server/feed/backlog";
import { LogFeed } from "@/lib/server/feed/log-feed";
import { RecentChanges } from "@/lib/server/feed/recent-changes";
import { Rechecks } from "@/lib/server/feed/rechecks";
import { TaskFeed } from "@/lib/server/feed/task-feed";
import { headersOf } from "@/lib/server/handshake";
import { observeChanges, observeSocketFailure } from "@/lib/server/metrics/metrics";
import { log } from "@/lib/settings/log";
import { settings } from "@/lib/settings/settings";
import { logLengths } from "@/lib/task/log/read-log";
import { onChunkStored } from "@/lib/task/log/stored-chunks";
import { readUpdates } from "@/lib/task/read-updates";
import { isTaskOf } from "@/lib/task/transition";

/** `connectMs` to say who one is; `maxBacklog` characters may wait in memory for a browser that reads slowly. */
const LIMITS = { connectMs: 10_000, maxBacklog: 4 * 1024 * 1024 };
const RECHECK_MS = 30_000;
const MAX_ROOMS = 50;
/** A socket whose requests without a reply fail so often is closed: a browser comes back, and begins again. */
const MOST_FAILURES = 20;
/** So many of its requests may wait for their turn: twice what a browser with all its rooms sends at once. */
const MOST_WAITING = 2 * MAX_ROOMS;

type SocketData = {
  credentials: Credentials;
  userId: number;
  backlog: Backlog;
  failures: number;
  waiting: number;
  /** The project of each task whose log it follows: it may have left the project's own room. */
  watched: Map<number, number>;
};
type HubServer = Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>;
type HubSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>;

const projectRoom = (projectId: number) => `project:${projectId}`;
const taskRoom = (taskId: number) => `task:${taskId}`;

export type Hub = { announce: (announcement: Announcement) => void; resync: () => void; close: () => Promise<void> };

/** Pushes changes to browsers. The server decides who is in which room; browsers only ask. */
export function startHub(http: HttpServer, limits = { ...LIMITS, socketsPerUser: settings().socketsPerUser }): Hub {
  const io: HubServer = new Server(http, {
    path: "/socket.io",
    serveClient: false,
    // The requests of a polling client would reach different processes.
    ...(cluster.isWorker && { transports: ["websocket"] }),
    destroyUpgrade: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 64 * 1024,
    connectTimeout: limits.connectMs,
    allowRequest: (request, decide) => decide(null, !isForeign(headersOf(request))),
  });
  const isOpen = (room: string) => io.sockets.adapter.rooms.has(room);
  const feeds = {
    task: new TaskFeed((updates) => {
      observeChanges(updates);
      for (const update of updates) fast(projectRoom(update.project_id)).emit("task", update);
    }),
    log: new LogFeed({
      isWatched: (taskId) => isOpen(taskRoom(taskId)),
      send: (taskId, chunk) => fast(taskRoom(taskId)).emit("log", { task_id: taskId, ...chunk }),
    }),
  };
  const ignoreChunks = onChunkStored((taskId, chunk) => feeds.log.stored(taskId, chunk));
  /** The sockets of a room except those that read too slowly, which are asked to resync later. */
  const fast = (room: string) => {
    const ids = [...(io.sockets.adapter.rooms.get(room) ?? [])];
    const slow = ids.filter((id) => io.sockets.sockets.get(id)?.data.backlog.isTooLong());
    return io.local.to(room).except(slow);
  };
  const socketsOf = (userId: number) =>
    [...io.sockets.sockets.values()].filter((socket) => socket.data.userId === userId).length;
  io.use((socket, next) => void admit(socket, next, limits.maxBacklog));
  io.use((socket, next) =>
    next(socketsOf(socket.data.userId) >= limits.socketsPerUser ? new Error("too many sockets") : undefined),
  );
  const recent = new RecentChanges();
  io.on("connection", (socket) => connect(socket, feeds.log, recent));
  // A socket whose access has changed must not wait behind all the others.
  const [periodic, immediate] = [new Rechecks(recheckRooms), new Rechecks(announceAccess)];
  const recheck = setInterval(() => void periodic.add(io.sockets.sockets.values()), RECHECK_MS);
  return {
    announce(announcement) {
      if (announcement.type === "task") {
        recent.changed(announcement.project_id, announcement.task_id);
        feeds.task.changed(announcement.task_id, isOpen(projectRoom(announcement.project_id)));
      }
      if (announcement.type === "state")
        fast(projectRoom(announcement.project_id)).emit("state", announcement.state_id);
      if (announcement.type === "log") void feeds.log.appended(announcement.task_id, announcement.next_line);
      if (announcement.type === "access") {
        const sockets = [...io.sockets.sockets.values()];
        void immediate.add(sockets.filter(({ data }) => data.userId === announcement.user_id));
      }
    },
    resync() {
      recent.forget();
      io.local.emit("resync");
    },
    async close() {
      clearInterval(recheck);
      ignoreChunks();
      await io.close();
    },
  };
}

async function admit(socket: HubSocket, next: (error?: Error) => void, maxBacklog: number): Promise<void> {
  try {
    const { credentials } = callerOf(headersOf(socket.request));
    const { actor } = await identify(database(), credentials, null);
    if (actor.kind !== "user") return next(new Error("unauthenticated"));
    const backlog = new Backlog(socket.conn, maxBacklog, () => socket.emit("resync"));
    socket.data = { credentials, userId: actor.user.id, backlog, failures: 0, waiting: 0, watched: new Map() };
    next();
  } catch (error) {
    log.warn({ err: error }, "socket refused");
    next(new Error("unavailable"));
  }
}

function connect(socket: HubSocket, logs: LogFeed, recent: RecentChanges): void {
  socket.on(
    "project",
    guarded(socket, async (projectId, reply) => {
      const ok = await mayJoin(socket, projectId);
      if (ok) {
        await socket.join(projectRoom(projectId));
        await catchUp(socket, recent.of(projectId));
      }
      reply({ ok });
    }),
  );
  socket.on(
    "leave",
    guarded(socket, async (projectId) => {
      if (Number.isInteger(projectId)) await socket.leave(projectRoom(projectId));
    }),
  );
  socket.on(
    "watch",
    guarded(socket, async (projectId, taskId, reply) => {
      const lines = (await mayJoin(socket, projectId)) ? await logLength(projectId, taskId) : null;
      if (lines === null) return reply({ ok: false });
      socket.data.watched.set(taskId, projectId);
      await socket.join([projectRoom(projectId), taskRoom(taskId)]);
      logs.watchFrom(taskId, lines);
      reply({ ok: true, log_lines: lines });
    }),
  );
  socket.on(
    "unwatch",
    guarded(socket, async (taskId) => {
      if (!Number.isInteger(taskId)) return;
      await socket.leave(taskRoom(taskId));
      socket.data.watched.delete(taskId);
    }),
  );
  // A client may send an event of this name, and an "error" without a listener ends the process.
  socket.on("error", () => socket.disconnect(true));
}

/** Sends one browser what changed just before it joined; null: unknown, so it has to fetch. */
async function catchUp(socket: HubSocket, changed: number[] | null): Promise<void> {
  if (changed === null) return void socket.emit("resync");
  if (changed.length > 0) for (const update of await readUpdates(database(), changed)) socket.emit("task", update);
}

/**
 * A client that sends nonsense, or a database that is away, must not end the process or fill its log. A socket's requests
 * run one after the other, so that none keeps others from the database.
 */
function guarded<Args extends unknown[]>(
  socket: HubSocket,
  handle: (...args: Args) => Promise<void>,
): (...args: Args) => void {
  const run = async (args: Args) => {
    if (socket.connected) await handle(...args);
  };
  return (...args) => {
    const { data } = socket;
    if (data.waiting === MOST_WAITING) return void socket.disconnect(true);
    data.waiting += 1;
    const fail = (error: unknown) => {
      data.failures += 1;
      observeSocketFailure();
      if (data.failures === 1) log.warn({ err: error, user: data.userId }, "a request of a socket failed");
      // It would wait for the reply for ever.
      const waits = typeof args.at(-1) === "function";
      if (waits || data.failures === MOST_FAILURES) socket.disconnect(true);
    };
    void serialize(`socket ${socket.id}`, () => run(args))
      .catch(fail)
      .finally(() => data.waiting--);
  };
}

async function mayJoin(socket: HubSocket, projectId: number): Promise<boolean> {
  if (!Number.isInteger(projectId) || projectId < 1 || projectId > MAX_INT || socket.rooms.size > MAX_ROOMS)
    return false;
  const { project } = await identify(database(), socket.data.credentials, projectId);
  return project !== null;
}

/** Null when the project has no such task. */
async function logLength(projectId: number, taskId: number): Promise<number | null> {
  if (!Number.isInteger(taskId)) return null;
  const [task] = await logLengths(database(), isTaskOf(projectId, taskId));
  return task?.lines ?? null;
}

async function announceAccess(socket: HubSocket): Promise<void> {
  await recheckRooms(socket);
  socket.emit("access");
}

/** A revoked session, or a lost membership of a project that it watches, ends the socket. */
async function recheckRooms(socket: HubSocket): Promise<void> {
  if (!socket.connected) return;
  try {
    const joined = [...socket.rooms].flatMap((room) => Number(/^project:(\d+)$/.exec(room)?.[1]) || []);
    const followed = new Set([...joined, ...socket.data.watched.values()]);
    for (const projectId of followed.size > 0 ? followed : [null]) {
      const { actor, project } = await identify(database(), socket.data.credentials, projectId);
      if (actor.kind !== "user" || (projectId !== null && !project)) return void socket.disconnect(true);
    }
  } catch (error) {
    log.warn({ err: error }, "socket recheck failed");
  }
}
