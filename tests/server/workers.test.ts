import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { io } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { descendants } from "../start/processes";
import { freshDatabase } from "../support/database";
import { until } from "../support/until";
import { type Running, startNode } from "./processes";

const TOKEN = "a-token-for-metrics";
const PASSWORD = "a long password";
const SOCKETS = 3;

await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), "signalbox-workers-"));
let product: Running;
let cookie: string;

beforeAll(async () => {
  product = await startNode(() => ["dist/cli.mjs", "start"], {
    DATABASE_URL: process.env.DATABASE_URL ?? "",
    SIGNALBOX_WEB_PROCESSES: "2",
    SIGNALBOX_MAX_SOCKETS_PER_USER: String(SOCKETS),
    SIGNALBOX_METRICS_TOKEN: TOKEN,
    SIGNALBOX_LOCAL_RUNNER: "off",
    SIGNALBOX_ADMIN_PASSWORD: PASSWORD,
    SIGNALBOX_DATA_DIR: folder,
  });
  await until("both are measured", async () => /^process_cpu_seconds_total/m.test(await metrics()));
  const response = await signIn(PASSWORD);
  cookie = response.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
});
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const signIn = (password: string, auth = "admin") =>
  fetch(`${product.url}/api/auth/login`, {
    method: "POST",
    // A connection each, so that both processes get some.
    headers: { connection: "close" },
    body: JSON.stringify({ auth, password }),
  });

const workers = () => descendants(product.pid);

async function metrics(): Promise<string> {
  const response = await fetch(`${product.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return response.text();
}

const value = async (line: string): Promise<number> =>
  Number(
    (await metrics())
      .split("\n")
      .find((other) => other.startsWith(`${line} `))
      ?.slice(line.length + 1),
  );

/** Clients that ask all the time, each over a connection that it keeps; resolves with what went wrong. */
async function problemsDuring(run: () => Promise<void>): Promise<string[]> {
  const problems: string[] = [];
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      const answer = await fetch(`${product.url}/api/ping`).catch((error: Error) => error);
      if (answer instanceof Error) problems.push(String(answer.cause ?? answer));
      else if (!answer.ok) problems.push(String(answer.status));
      else await answer.text();
      await sleep(5 + Math.random() * 20);
    }
  };
  const clients = Array.from({ length: 6 }, client);
  await run();
  isOver = true;
  await Promise.all(clients);
  return problems;
}

describe("two web processes on one port", () => {
  test("share sessions: every process accepts a sign-in of the other", async () => {
    const headers = { cookie, connection: "close" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(`${product.url}/api/user`, { headers })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  });

  test("share the throttle of sign-ins", async () => {
    for (let n = 0; n < 10; n++) expect((await signIn("wrong", "someone")).status).toBe(401);
    for (let n = 0; n < 4; n++) expect((await signIn("wrong", "someone")).status).toBe(429);
  });

  test("count requests together in the metrics, and what the database holds once", async () => {
    const route = 'signalbox_http_request_seconds_count{method="GET",route="/api/ping",status="200"}';
    const before = await value(route);
    for (let n = 0; n < 20; n++) await fetch(`${product.url}/api/ping`, { headers: { connection: "close" } });
    expect((await value(route)) - before).toBe(20);
    expect(await value("signalbox_database_up")).toBe(1);
  });

  test("take websockets without stickiness, up to the cap of each process, and no polling", async () => {
    const open = (transport: string) => {
      const socket = io(product.url, {
        transports: [transport],
        extraHeaders: { cookie },
        forceNew: true,
        reconnection: false,
      });
      return new Promise<{ isOpen: boolean; close: () => void }>((resolve) => {
        const close = () => void socket.close();
        socket.on("connect", () => resolve({ isOpen: true, close }));
        socket.on("connect_error", () => resolve({ isOpen: false, close }));
      });
    };
    const sockets: Awaited<ReturnType<typeof open>>[] = [];
    const opened = () => sockets.filter(({ isOpen }) => isOpen).length;
    // A connection goes to the process that is free, so that one may be full long before the other.
    for (let round = 0; round < 10 && opened() < 2 * SOCKETS; round++)
      sockets.push(...(await Promise.all(Array.from({ length: 2 * SOCKETS }, () => open("websocket")))));
    expect(opened()).toBe(2 * SOCKETS);
    for (let n = 0; n < 2 * SOCKETS; n++) expect((await open("websocket")).isOpen).toBe(false);
    for (const { close } of sockets) close();
    expect((await open("polling")).isOpen).toBe(false);
  });

  test("are restarted one at a time by SIGUSR2, without a refused request", async () => {
    const before = workers();
    expect(before).toHaveLength(2);
    const problems = await problemsDuring(async () => {
      process.kill(product.pid, "SIGUSR2");
      const areNew = () => workers().length === 2 && !workers().some((pid) => before.includes(pid));
      await until("both are new", areNew, { ms: 60_000 });
      await until("it says so", () => product.output().includes("Web processes restarted"), { ms: 60_000 });
    });
    expect(problems).toEqual([]);
  }, 120_000);

  test("serve on when one is killed, and get a new one", async () => {
    const [victim = 0, other = 0] = workers();
    process.kill(victim, "SIGKILL");
    // A connection that was handed to it in that moment is lost with it.
    await until("its end is noticed", () => /Web \d ended \(SIGKILL\)/.test(product.output()));
    for (let n = 0; n < 20; n++) {
      const answer = await fetch(`${product.url}/api/ping`, { headers: { connection: "close" } });
      expect(answer.status).toBe(200);
    }
    const isReplaced = () => workers().length === 2 && workers().includes(other) && !workers().includes(victim);
    await until("it is replaced", isReplaced);
  });
});
