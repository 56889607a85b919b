import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as requestPlain,
} from "node:http";
import { request as requestSecure, Agent as SecureAgent } from "node:https";

/** Connections stay open between calls. */
const agents = { plain: new Agent({ keepAlive: true }), secure: new SecureAgent({ keepAlive: true }) };

/** More of a body cannot wait in the kernel, which does not tell when it sends it. */
const BUFFERED_BYTES = 4 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;
/** A line that is slower cannot be told from a dead one. */
const SLOWEST_BYTES_PER_SECOND = 4 * 1024;

type Request = {
  to: RequestOptions;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** The longest silence: while no part of the request leaves and none of the answer arrives. */
  timeoutMs: number;
  signal?: AbortSignal;
  slowestBytesPerSecond?: number;
};
export type Posted = { status: number; text: string };

/** What is asked is too large, for the console or for a proxy before it, whose answer may be a page. */
export const TOO_LARGE = 413;

/** Why a request is refused; `error`: what the console says, if it is the one that answers. */
export function refusalText(status: number, error: string): string {
  if (error !== "") return error;
  const hint =
    status === TOO_LARGE ? ": a proxy limits how large a request may be (in nginx: client_max_body_size)" : "";
  return `HTTP ${status}${hint}`;
}

/**
 * Sends a request, by default a POST, and reads the whole answer; follows no redirects. Node's own client, because fetch takes twice
 * the processor time and copies large bodies. It is cut off by hand: a signal of its own for each call, and Node's handling of it,
 * take as much time as the rest of the call.
 */
export function send(request: Request): Promise<Posted> {
  const { to, body, signal } = request;
  return new Promise<Posted>((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const options = { method: "POST", ...to, headers: { ...request.headers, ...length } };
    const receive = (response: IncomingMessage) => readText(response, { moved, succeed, fail });
    const sent =
      to.protocol === "https:"
        ? requestSecure({ ...options, agent: agents.secure }, receive)
        : requestPlain({ ...options, agent: agents.plain }, receive);
    const timer = setTimeout(() => sent.destroy(new Error("it does not answer")), patienceMs(request));
    let isOver = false;
    const moved = () => {
      if (!isOver) timer.refresh();
    };
    const abort = () => sent.destroy(ABORTED);
    const over = () => {
      isOver = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    const succeed = (posted: Posted) => {
      over();
      resolve(posted);
    };
    const fail = (error: Error) => {
      over();
      reject(error);
    };
    signal?.addEventListener("abort", abort);
    // Also after the answer: what cuts it off would else be unhandled.
    sent.on("error", fail);
    writeBody(sent, body, moved);
  });
}

const ABORTED = new Error("it is aborted");

function patienceMs({ body = "", timeoutMs, slowestBytesPerSecond = SLOWEST_BYTES_PER_SECOND }: Request): number {
  return timeoutMs + (Math.min(body.length, BUFFERED_BYTES) / slowestBytesPerSecond) * 1_000;
}

/** Large ones in pieces, so that it shows that they leave. */
function writeBody(sent: ClientRequest, body: string | Buffer | undefined, moved: () => void): void {
  if (body === undefined || body.length <= PIECE_BYTES) return void sent.end(body);
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  let at = 0;
  const next = () => {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    at += piece.length;
    if (piece.length === 0) return void sent.end();
    sent.write(piece, (error) => {
      if (error) return;
      moved();
      next();
    });
  };
  next();
}

type Reading = { moved: () => void; succeed: (posted: Posted) => void; fail: (error: Error) => void };

function readText(response: IncomingMessage, { moved, succeed, fail }: Reading): void {
  const parts: Buffer[] = [];
  response.on("data", (part: Buffer) => {
    parts.push(part);
    moved();
  });
  response.once("end", () => succeed({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
  response.once("error", fail);
}
