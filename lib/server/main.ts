import cluster from "node:cluster";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type BlockList, Server as NetServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import next from "next";
import type { Announcement } from "@/db/announcement";
import { database, setDatabaseOptions } from "@/db/client";
import { forgetRunners } from "@/lib/access/runner-cache";
import { fillKeyDetails } from "@/lib/key/fill-details";
import { registerRoutes } from "@/lib/operation/openapi";
import { networkList } from "@/lib/outbound/address";
import { startAlerts } from "@/lib/server/alerts";
import { listenToAnnouncements } from "@/lib/server/announcements";
import { apiListener, belongsToNext, isPage } from "@/lib/server/api";
import { serveAssets } from "@/lib/server/assets";
import { type Hub, startHub } from "@/lib/server/hub";
import { listen } from "@/lib/server/listen";
import { observeRequest } from "@/lib/server/metrics/metrics";
import { serveMetrics, startMetrics } from "@/lib/server/metrics/route";
import { setCommonHeaders, setPageHeaders } from "@/lib/server/page-headers";
import { correctStatus } from "@/lib/server/page-status";
import { limitPipelining } from "@/lib/server/pipelining";
import { startReaper } from "@/lib/server/reaper";
import { proxyNotice, setRemote } from "@/lib/server/remote";
import { endWhenStalled, isInvalidActionCall, REQUEST_TIMEOUT_MS } from "@/lib/server/request-bodies";
import { isReadablePath, plainTarget } from "@/lib/server/request-target";
import { routes } from "@/lib/server/routes.gen";
import { startScheduler } from "@/lib/server/scheduler";
import { SemaphoreWebsocket } from "@/lib/server/semaphore-websocket";
import { handleUnexpected } from "@/lib/server/unexpected";
import { UsualCaseResponse } from "@/lib/server/usual-case";
import { log } from "@/lib/settings/log";
import { type Settings, settings } from "@/lib/settings/settings";
import { closePolls, forgetRunnerStates, wake, wakeAll } from "@/lib/task/queue/waiting-polls";

const DRAIN_MS = 8000;
const IDLE_MS = 50;
const LINGER_MS = 1000;
/**
 * V8 marks the whole heap when it nears a limit, about 1.6 times of what is in use. The buffers of a long log, which are gone in
 * a moment, took most of that: half of a line's cost was marking. At twice what is in use pages cost a tenth more, because what
 * is dead but not yet found keeps new objects. Not an argument of Node, which would refuse one it does not know.
 */
const HEAP_GROWTH = "--heap-growing-percent=75";

async function main(): Promise<void> {
  setFlagsFromString(HEAP_GROWTH);
  const config = settings();
  if (!config.databaseUrl) throw new Error("DATABASE_URL is not set; start the server with `npm start`");
  process.env.NEXTAUTH_URL ??= `${config.publicUrl ?? `http://localhost:${config.port}`}/api/auth`;
  setDatabaseOptions({ isPooled: config.databaseDirectUrl !== undefined, prepare: config.preparedStatements });
  registerRoutes(routes);
  const http = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, ServerResponse: UsualCaseResponse });
  // Never listens: it passes on to Next the upgrades that routeUpgrades forwards.
  const upgrades = createServer();
  const app = next({ dev: isDev(), dir: process.cwd(), httpServer: upgrades });
  await app.prepare();
  const pages = app.getRequestHandler();
  const proxies = networkList(config.trustedProxies);
  serve(http, isDev() ? pages : serveAssets(pages), config, proxies);
  const hub = startHub(http);
  // Before the hub, which looks at the path and the caller first.
  for (const prepare of [plainTarget, (request: IncomingMessage) => setRemote(request, proxies)])
    http.prependListener("request", prepare).prependListener("upgrade", prepare);
  limitPipelining(http);
  const semaphoreSocket = new SemaphoreWebsocket();
  routeUpgrades(http, semaphoreSocket, upgrades);
  const announcements = await listenToAnnouncements(
    config.databaseDirectUrl ?? config.databaseUrl,
    (announcement) => dispatch(announcement, [hub, semaphoreSocket]),
    () => {
      wakeAll();
      hub.resync();
      semaphoreSocket.resync();
    },
  );
  const reaper = startReaper();
  const scheduler = startScheduler();
  const alerts = startAlerts();
  const metrics = await startMetrics(config);
  await listen(http, config);
  log.info({ port: config.port }, "listening");
  fillKeyDetails(database()).then(
    (filled) => filled > 0 && log.info({ filled }, "fingerprints of older keys worked out"),
    (error: unknown) => log.warn({ err: error }, "fingerprints of older keys not worked out"),
  );
  const stop = stopOnSignal(async () => {
    reaper.stop();
    scheduler.stop();
    metrics?.close();
    closePolls();
    await closeGently(http);
    // Idle keep-alive connections are closed, so that the next request goes to another server.
    setInterval(() => http.closeIdleConnections(), IDLE_MS).unref();
    semaphoreSocket.close();
    await hub.close();
    await announcements.close();
    await alerts.stop();
    await database().close();
  });
  handleUnexpected(stop);
}

const isDev = () => process.env.NODE_ENV !== "production";

function dispatch(announcement: Announcement, listeners: readonly Pick<Hub, "announce">[]): void {
  if (announcement.type === "work") wake(announcement);
  else if (announcement.type === "runner") {
    forgetRunners();
    forgetRunnerStates();
  } else for (const listener of listeners) listener.announce(announcement);
}

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** /api goes straight to its route modules, everything else to Next. */
function serve(http: Server, nextHandler: Listener, config: Settings, proxies: BlockList): void {
  const api = apiListener();
  const metrics: Listener = (request, response) => serveMetrics(request, response, config.metricsToken);
  const noticeProxy = config.publicUrl === undefined ? () => {} : proxyNotice(proxies);
  const https = config.publicUrl?.startsWith("https:") ?? false;
  const handle: Listener = async (request, response) => {
    const path = pathOf(request);
    if (!http.listening) response.setHeader("connection", "close");
    noticeProxy(request);
    const listener = path === "/metrics" ? metrics : belongsToNext(path) ? observed(nextHandler) : api;
    if (isPage(path) && !isAsset(path)) {
      setPageHeaders(request, response, { dev: isDev(), https });
      correctStatus(request, response);
    } else setCommonHeaders(response, https);
    if ((isPage(path) && isInvalidActionCall(request)) || (belongsToNext(path) && !isReadablePath(path)))
      return void response.writeHead(400).end();
    await listener(request, response);
  };
  http.on("request", (request, response) => {
    endWhenStalled(request, response);
    if (pathOf(request).startsWith("/socket.io/")) return;
    handle(request, response).catch((error: unknown) => {
      log.error({ err: error, path: pathOf(request) }, "request failed");
      // Ended, half a reply would look like a whole one.
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
}

/** Scripts, styles and other assets of pages. */
const isAsset = (path: string): boolean => path.startsWith("/_next/");

/** All pages count as one route, and so do their assets. */
const observed =
  (listener: Listener): Listener =>
  (request, response) => {
    const beganAt = performance.now();
    const route = isAsset(pathOf(request)) ? "asset" : "page";
    response.once("close", () => observeRequest(request.method ?? "", route, response.statusCode, beganAt));
    return listener(request, response);
  };

/** Socket.IO handles its own upgrades, Next's hot reload gets its own in development; all others are rejected. */
function routeUpgrades(http: Server, semaphoreSocket: SemaphoreWebsocket, next: Server): void {
  http.on("upgrade", (request, socket, head) => {
    const path = pathOf(request);
    if (path.startsWith("/socket.io/")) return;
    if (/^\/api\/ws\/?$/.test(path)) void semaphoreSocket.upgrade(request, socket, head);
    else if (isDev() && path.startsWith("/_next/")) next.emit("upgrade", request, socket, head);
    else socket.destroy();
  });
}

const pathOf = ({ url = "/" }: IncomingMessage) => url.split("?", 1)[0] ?? "/";

/** Accepts no connections from now on. With siblings that take over, clients first get to hear that theirs closes. */
async function closeGently(http: Server): Promise<void> {
  // Of http's own class, it would also cut connections whose client is about to send a request.
  NetServer.prototype.close.call(http);
  if (cluster.isWorker) await sleep(LINGER_MS);
}

/**
 * SIGTERM, SIGINT, the supervisor's exit or a call of the result end the process; requests in progress get a moment.
 */
function stopOnSignal(stop: () => Promise<void>): () => void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), DRAIN_MS).unref();
    void stop().finally(() => process.exit(0));
  };
  process.on("SIGTERM", onSignal);
  // Workers are in the supervisor's process group: Ctrl-C reaches them too, but the supervisor stops everything in order.
  process.on("SIGINT", cluster.isWorker ? () => {} : onSignal);
  process.on("disconnect", onSignal);
  return onSignal;
}

main().catch((error: unknown) => {
  // Next would keep the failed process alive, but it is not listening yet, so exit and let the supervisor retry.
  log.fatal({ err: error }, "the server could not start");
  process.exit(1);
});
