import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { limitPipelining } from "@/lib/server/pipelining";
import { listen } from "../support/listen";

type Begun = { path: string; request: IncomingMessage; response: ServerResponse };

let begun: Begun[] = [];
beforeEach(() => {
  begun = [];
});

const http = createServer((request: IncomingMessage, response) => {
  begun.push({ path: request.url ?? "", request, response });
});
limitPipelining(http);
const { port, stop } = await listen(http);
afterAll(stop);

/** The connection on which requests are sent at once, and all that it has said when it ends. */
function send(requests: string) {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  let said = "";
  socket.on("data", (part) => {
    said += part;
  });
  socket.write(requests);
  return { socket, reply: once(socket, "close").then(() => said) };
}

const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nHost: signalbox.test\r\n${headers}\r\n`;
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: signalbox.test\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const LAST = "Connection: close\r\n";

const paths = () => begun.map(({ path }) => path);
const hasBegun = (...expected: string[]) => vi.waitFor(() => expect(paths()).toEqual(expected));
const hasClosed = (path: string) =>
  vi.waitFor(() => expect(begun.find((each) => each.path === path)?.response.closed).toBe(true));

test("requests that one connection sends at once begin one after the other", async () => {
  const { reply } = send(get("/1") + post("/2", "a body") + get("/3", LAST));
  await hasBegun("/1");
  begun[0]?.response.end("first");
  await hasBegun("/1", "/2");
  expect(begun[1] && (await text(begun[1].request))).toBe("a body");
  begun[1]?.response.write("sec");
  expect(paths()).toEqual(["/1", "/2"]);
  begun[1]?.response.end("ond");
  await hasBegun("/1", "/2", "/3");
  begun[2]?.response.end("third");
  expect(await reply).toMatch(/ 200 .*first.* 200 .*sec.*ond.* 200 .*third/s);
});

test("a connection is used again, and none waits for another", async () => {
  const first = send(get("/1"));
  await hasBegun("/1");
  begun[0]?.response.end("first");
  await hasClosed("/1");
  first.socket.write(get("/2"));
  await hasBegun("/1", "/2");
  const second = send(get("/3"));
  await hasBegun("/1", "/2", "/3");
  first.socket.destroy();
  second.socket.destroy();
});

test("what waits is left out when its connection ends", async () => {
  const { socket } = send(get("/1") + get("/2"));
  await hasBegun("/1");
  socket.destroy();
  await hasClosed("/1");
  const next = send(get("/3"));
  await hasBegun("/1", "/3");
  next.socket.destroy();
});

test("nothing begins after a request that asks to close the connection", async () => {
  const { reply } = send(get("/1", LAST) + get("/2"));
  await hasBegun("/1");
  begun[0]?.response.end("first");
  await reply;
  expect(paths()).toEqual(["/1"]);
});

test("a connection with too many requests at once is cut off", async () => {
  await send(get("/many").repeat(1_000)).reply;
  await hasClosed("/many");
  expect(paths()).toEqual(["/many"]);
});
