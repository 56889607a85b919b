import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { ApiProblem, openApi } from "@/cli/api/api";
import { EXIT } from "@/cli/problem";
import { listen } from "../support/listen";

/** Ends each connection in the middle of its reply. */
const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": 100 });
  response.write('[{"id":', () => response.destroy());
});
const { url, stop } = await listen(server);
const api = openApi(url, {});
afterAll(stop);

/** Leaves the replies to the test. */
const slowServer = createServer();
const slow = await listen(slowServer);
const slowApi = openApi(slow.url, {});
afterAll(slow.stop);
afterEach(() => void vi.useRealTimers());

const nextReply = async (): Promise<ServerResponse> => (await once(slowServer, "request"))[1];

test.each<[string, () => Promise<unknown>]>([
  ["call", () => api.call("GET /projects")],
  ["read", () => api.read("GET /projects", {}, z.array(z.unknown()))],
  ["text", () => api.text("GET", "/projects")],
  ["get", () => api.get("projects", z.unknown())],
])("a connection that breaks in the middle of a reply may be tried again: %s", async (_, request) => {
  const problem = await request().catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(ApiProblem);
  expect(problem).toMatchObject({ isTemporary: true, status: null, exitCode: EXIT.connection });
  expect(problem).toHaveProperty("message", expect.stringContaining(`Cannot reach ${api.url}`));
});

test("a reply may take as long as it arrives", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const asked = slowApi.send("GET", "/projects/1/backup");
  const reply = await nextReply();
  reply.write("part 0");
  const { body } = await asked;
  const read: string[] = [];
  for (let part = 1; part < 4; part++) {
    read.push(String(Buffer.from((await body.next()).value ?? [])));
    vi.advanceTimersByTime(20_000);
    reply.write(`part ${part}`);
  }
  reply.end();
  for await (const bytes of body) read.push(String(Buffer.from(bytes)));
  expect(read).toEqual(["part 0", "part 1", "part 2", "part 3"]);
});

test("a large request has time to be sent over a slow connection", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const replied = slowApi.text("POST", "/projects/restore", { file: "x".repeat(5_000_000) });
  const reply = await nextReply();
  vi.advanceTimersByTime(120_000);
  reply.end("done");
  expect(await replied).toBe("done");
});

test.each([
  ["before a reply", null],
  ["in the middle of a reply", "part 0"],
])("silence %s ends with the code of a connection", async (_, part) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const text = slowApi.text("GET", "/projects");
  const ended = expect(text).rejects.toMatchObject({
    message: `Cannot reach ${slow.url}: no answer within 30 s`,
    exitCode: EXIT.connection,
    isTemporary: true,
  });
  const reply = await nextReply();
  const closed = once(reply, "close");
  if (part !== null) await new Promise<void>((done) => reply.write(part, () => done()));
  await vi.waitFor(() => {
    vi.advanceTimersByTime(30_000);
    expect(reply.destroyed).toBe(true);
  });
  await ended;
  await closed;
});
