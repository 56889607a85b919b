import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Announcement } from "@/db/announcement";
import { database } from "@/db/client";
import { type Credentials, identify } from "@/lib/access/actor";
import { listProjectIds } from "@/lib/member/store";
import { RETRY_AFTER_SECONDS } from "@/lib/operation/database-outage";
import { callerOf, isForeign } from "@/lib/operation/http/request";
import { Rechecks } from "@/lib/server/feed/rechecks";
import { SemaphoreFeed } from "@/lib/server/feed/semaphore-feed";
import { headersOf } from "@/lib/server/handshake";
import { log } from "@/lib/settings/log";
import { settings } from "@/lib/settings/settings";

/** `maxBacklogBytes` may wait in memory for a reader that is slower than its tasks. */
const LIMITS = { pingMs: 54_000, silenceMs: 60_000, maxBacklogBytes: 4 * 1024 * 1024 };
const RECHECK_MS = 30_000;
const MAX_MESSAGE_BYTES = 512;

const POLICY_VIOLATION = 1008;
const GOING_AWAY = 1001;

type Audience = { userId: number; admin: boolean; projects: ReadonlySet<number> };
type Member = Audience & { credentials: Credentials };

/** Semaphore's plain websocket, /api/ws: every task and log line of every project that the caller may see. */
export class SemaphoreWebsocket {
  private readonly server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  private readonly members = new Map<WebSocket, Member>();
  private readonly recheckTimer = setInterval(() => this.recheck(), RECHECK_MS);
  private readonly periodic = new Rechecks((socket: WebSocket) => this.recheckOne(socket));
  /** Users whose access has changed must not wait behind everybody else. */
  private readonly immediate = new Rechecks((socket: WebSocket) => this.recheckOne(socket));
  private feed: SemaphoreFeed | null = null;
  /** Handshakes in progress: they keep the feed alive even if the last member leaves. */
  private entering = 0;

  constructor(private readonly limits = LIMITS) {}

  /** Number of connections. */
  get size(): number {
    return this.members.size;
  }

  announce(announcement: Announcement): void {
    if (announcement.type === "access") this.recheck(announcement.user_id);
    else this.feed?.announce(announcement);
  }

  resync(): void {
    this.recheck();
    this.feed?.resync().catch((error: unknown) => log.warn({ err: error }, "websocket resync failed"));
  }

  close(): void {
    clearInterval(this.recheckTimer);
    for (const socket of this.members.keys()) socket.close(GOING_AWAY);
    this.server.close();
  }

  /** Rejects before the upgrade whatever HTTP would reject. */
  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const onError = () => socket.destroy();
    socket.on("error", onError);
    this.entering += 1;
    try {
      const headers = headersOf(request);
      const { credentials } = callerOf(headers);
      if (credentials.kind === "session" && isForeign(headers)) return refuse(socket, "403 Forbidden");
      const audience = await audienceOf(credentials);
      if (!audience) return refuse(socket, "401 Unauthorized");
      await this.follow();
      // Nothing is waited for between this and the upgrade, so those that come at once all count.
      if (this.socketsOf(audience.userId) >= settings().socketsPerUser) return refuse(socket, "429 Too Many Requests");
      socket.off("error", onError);
      this.server.handleUpgrade(request, socket, head, (opened) => this.connect(opened, { ...audience, credentials }));
    } catch (error) {
      log.warn({ err: error }, "websocket refused");
      refuse(socket, "503 Service Unavailable", `retry-after: ${RETRY_AFTER_SECONDS}\r\n`);
    } finally {
      this.entering -= 1;
      this.unfollowIfAlone();
    }
  }

  private socketsOf(userId: number): number {
    return [...this.members.values()].filter((member) => member.userId === userId).length;
  }

  /** Each task's log is followed from its position when the first client connects. */
  private async follow(): Promise<void> {
    this.feed ??= new SemaphoreFeed((projectId, frame) => this.send(projectId, JSON.stringify(frame)));
    const { feed } = this;
    try {
      await feed.ready;
    } catch (error) {
      if (this.feed === feed) this.feed = null;
      throw error;
    }
  }

  private unfollowIfAlone(): void {
    if (this.members.size + this.entering > 0) return;
    this.feed?.stop();
    this.feed = null;
  }

  private connect(socket: WebSocket, member: Member): void {
    const ping = setInterval(() => socket.ping(), this.limits.pingMs);
    const silence = setTimeout(() => socket.terminate(), this.limits.silenceMs);
    socket.on("pong", () => silence.refresh());
    // The close event follows, and further data does not matter.
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      clearInterval(ping);
      clearTimeout(silence);
      this.members.delete(socket);
      this.unfollowIfAlone();
    });
    this.members.set(socket, member);
  }

  private send(projectId: number, frame: string): void {
    for (const [socket, { admin, projects }] of this.members) {
      if (!admin && !projects.has(projectId)) continue;
      if (socket.bufferedAmount > this.limits.maxBacklogBytes) socket.terminate();
      else socket.send(frame);
    }
  }

  /** A revoked session closes the socket; a lost membership ends the project's frames. */
  private recheck(userId?: number): void {
    if (userId === undefined) void this.periodic.add(this.members.keys());
    else
      void this.immediate.add([...this.members.keys()].filter((socket) => this.members.get(socket)?.userId === userId));
  }

  private async recheckOne(socket: WebSocket): Promise<void> {
    const member = this.members.get(socket);
    if (!member) return;
    try {
      const audience = await audienceOf(member.credentials);
      if (audience) Object.assign(member, audience);
      else socket.close(POLICY_VIOLATION);
    } catch (error) {
      log.warn({ err: error }, "websocket recheck failed");
    }
  }
}

/** The audience whose frames these credentials may see; null for none. */
async function audienceOf(credentials: Credentials): Promise<Audience | null> {
  const { actor } = await identify(database(), credentials, null);
  if (actor.kind !== "user") return null;
  const { id: userId, admin } = actor.user;
  return { userId, admin, projects: new Set(await listProjectIds(database(), userId)) };
}

function refuse(socket: Duplex, status: string, more = ""): void {
  const headers = "content-type: application/json\r\ncontent-length: 0\r\nconnection: close";
  socket.end(`HTTP/1.1 ${status}\r\n${more}${headers}\r\n\r\n`);
}
