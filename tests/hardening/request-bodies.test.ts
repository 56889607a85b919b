import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Running, startNode } from "../server/processes";
import { ROOT } from "../structure/sources";
import { freshDatabase } from "../support/database";
import { world } from "../support/world";
import { begin, inParts } from "./raw-request";

const db = await freshDatabase();
let server: Running;
let cookie: string;
let slow: ReturnType<typeof beginSlow>;

beforeAll(async () => {
  cookie = `semaphore=${(await world(db)).sessionIds.admin}`;
  server = await startNode(() => ["dist/server.mjs"], { DATABASE_URL: process.env.DATABASE_URL ?? "" });
  slow = beginSlow();
});
afterAll(() => server?.stop());

async function post(path: string, type: string, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { "content-type": type, ...headers },
    body,
    redirect: "manual",
  });
  return { status: response.status, text: await response.text() };
}

const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";
const PARTS = "multipart/form-data; boundary=x";
const REPLY = "text/plain;charset=UTF-8";

describe("the sign-in", () => {
  const ROUTES = ["callback/credentials", "signin/credentials", "signout", "_log"];
  const MALFORMED: [string, string][] = [
    [JSON_TYPE, "{"],
    [JSON_TYPE, "null"],
    [JSON_TYPE, "[]"],
    [JSON_TYPE, '"x"'],
    [JSON_TYPE, '{"csrfToken":{}}'],
    [JSON_TYPE, '{"callbackUrl":5}'],
    [JSON_TYPE, '{"callbackUrl":"http://["}'],
    [FORM, "callbackUrl=nowhere"],
    [FORM, "callbackUrl=http://["],
    [FORM, "callbackUrl=//["],
    [FORM, "%%%=&&"],
    [FORM, "csrfToken=%ff"],
    [PARTS, '--x\r\nContent-Disposition: form-data; name="auth"\r\n\r\nadmin\r\n--x--\r\n'],
    ["text/plain", "auth=admin"],
  ];

  test.each(MALFORMED)("rejects an invalid body, as %s: %s", async (type, body) => {
    for (const route of ROUTES) {
      const { status, text } = await post(`/api/auth/${route}`, type, body);
      expect({ route, status }).toEqual({ route, status: 400 });
      expect(JSON.parse(text)).toHaveProperty("error");
    }
  });

  test("rejects an invalid redirect address", async () => {
    expect((await post("/api/auth/callback/credentials?callbackUrl=nowhere", FORM, "")).status).toBe(400);
    expect((await fetch(`${server.url}/api/auth/csrf?callbackUrl=nowhere`)).status).toBe(400);
  });

  test("rejects a body without a content type", async () => {
    const headers = { "content-type": "" };
    const body = Buffer.from("auth=admin");
    const { status } = await fetch(`${server.url}/api/auth/callback/credentials`, { method: "POST", headers, body });
    expect(status).toBe(400);
  });

  test.each([
    "",
    "auth=a+b&&password=%C3%BC",
    "callbackUrl=%2Fproject%2F1",
    "callbackUrl=https%3A%2F%2Fsignalbox.test%2F",
  ])("accepts a valid body: %s", async (body) => {
    expect((await post("/api/auth/callback/credentials", FORM, body)).status).toBe(302);
  });
});

describe("a server action", () => {
  const PAGE = "/project/new";
  const Manifest = z.object({
    node: z.record(z.string(), z.object({ exportedName: z.string(), workers: z.object() })),
  });

  function actionId(): string {
    const text = readFileSync(join(ROOT, ".next/server/server-reference-manifest.json"), "utf8");
    const entries = Object.entries(Manifest.parse(JSON.parse(text)).node);
    const [id = ""] = entries.find(([, { exportedName }]) => exportedName === "createProject") ?? [];
    return id;
  }

  const call = (type: string, body: string) => post(PAGE, type, body, { cookie, "next-action": actionId() });

  test.each([
    [REPLY, "not json"],
    [REPLY, ""],
    [REPLY, "null"],
    [REPLY, '["$F1"]'],
    [JSON_TYPE, "{"],
    [PARTS, "--x\r\nbroken off"],
    ["multipart/form-data", "no boundary"],
  ])("rejects an invalid body, as %s: %j", async (type, body) => {
    expect((await call(type, body)).status).toBe(400);
  });

  test.each([[PARTS, "--x\r\nbroken off"] as const, ["multipart/form-data", "no boundary"] as const])(
    "can't be called by a script-less form, as %s: %j",
    async (type, body) => {
      const before = server.output();
      expect((await post(PAGE, type, body, { cookie })).status).toBe(400);
      expect((await post("/auth/login", type, body)).status).toBe(400);
      expect(server.output()).toBe(before);
    },
  );

  test("rejects invalid names and origins without logging", async () => {
    const before = server.output();
    for (const name of ["\xff", "abc", "z".repeat(42), ""]) {
      const { status } = await post(PAGE, REPLY, "[]", { cookie, "next-action": name });
      expect({ name, status }).toEqual({ name, status: 400 });
    }
    const { ended } = begin(
      server.url,
      PAGE,
      [`Next-Action: ${actionId()}`, "Origin: \xff", "Content-Length: 0", "Connection: close"],
      "",
    );
    expect((await ended).answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(server.output()).toBe(before);
  });

  test("reports the error when the body is valid", async () => {
    const { status, text } = await call(REPLY, '[{},{"name":5}]');
    expect(status).toBe(200);
    expect(text).toContain('"code":"invalid"');
    expect((await call(REPLY, '[{},{"name":"made"}]')).text).toContain('"ok":true');
  });
});

/** Their limit is 10 seconds, so they all wait while the tests of this file run. */
function beginSlow() {
  const length = "Content-Length: 1000";
  return {
    stalled: {
      "the API": begin(server.url, "/api/auth/login", [length], "{").ended,
      "the API, in chunks": begin(server.url, "/api/auth/login", ["Transfer-Encoding: chunked"], "2\r\n{ \r\n").ended,
      "the API, without a body": begin(server.url, "/api/auth/login", [length], "").ended,
      "the sign-in": begin(server.url, "/api/auth/callback/credentials", [length, `Content-Type: ${FORM}`], "a=b")
        .ended,
    },
    unread: begin(server.url, "/auth/login", [length, `Content-Type: ${PARTS}`], "--x").ended,
    continuing: inParts(server.url, [...'{"auth":"x",']),
  };
}

describe("the target of a request", () => {
  /** The reply's first line and its body, for a target as no client of ours writes it. */
  async function ask(method: string, target: string): Promise<string> {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(`${method} ${target} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`);
    let reply = "";
    for await (const bytes of socket) reply += bytes;
    return reply;
  }

  test.each([
    ["OPTIONS", "*"],
    ["GET", "*"],
    ["POST", "*"],
    ["GET", "http://"],
    ["GET", "/%"],
    ["GET", "/project/%E0%A4%A"],
    ["GET", "http://console.example/project/%E0%A4%A"],
    ["GET", "/api/auth/callback/%E0%A4%A"],
  ])("that is invalid gets 400, and prints nothing: %s %s", async (method, target) => {
    const before = server.output();
    expect(await ask(method, target)).toMatch(/^HTTP\/1\.1 400 /);
    expect(server.output()).toBe(before);
  });

  test("may name the host", async () => {
    expect(await ask("GET", "http://console.example/api/ping")).toMatch(/^HTTP\/1\.1 200 [\s\S]*pong/);
    expect(await ask("GET", "http://console.example/auth/login")).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask("GET", "HTTP://console.example/socket.io/?EIO=4&transport=polling")).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("a truncated body", () => {
  test.each(["the API", "the API, in chunks", "the API, without a body", "the sign-in"] as const)(
    "ends after ten seconds: %s",
    async (which) => {
      const { seconds } = await slow.stalled[which];
      expect(seconds).toBeGreaterThan(9.5);
      expect(seconds).toBeLessThan(14);
    },
  );

  test("that a page does not read ends earlier", async () => {
    expect((await slow.unread).seconds).toBeLessThan(9.5);
  });

  test("gets an error if nothing was sent yet", async () => {
    expect((await slow.stalled["the API"]).answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("does not end when it continues slowly", async () => {
    expect((await slow.continuing).answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});
