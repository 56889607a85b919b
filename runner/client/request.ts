import { Agent, type IncomingMessage, type RequestOptions, request as requestPlain } from "node:http";
import { request as requestSecure, Agent as SecureAgent } from "node:https";

/** Connections stay open between calls. */
const agents = { plain: new Agent({ keepAlive: true }), secure: new SecureAgent({ keepAlive: true }) };

type Post = {
  to: RequestOptions;
  headers: Record<string, string>;
  body: string | Buffer;
  timeoutMs: number;
  signal?: AbortSignal;
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
 * Sends a POST and reads the whole answer; follows no redirects. Node's own client, because fetch takes twice the processor
 * time and copies large bodies. It is cut off by hand: a signal of its own for each call, and Node's handling of it, take as much
 * time as the rest of the call.
 */
export function post({ to, headers, body, timeoutMs, signal }: Post): Promise<Posted> {
  return new Promise<Posted>((resolve, reject) => {
    const options = { ...to, method: "POST", headers: { ...headers, "content-length": Buffer.byteLength(body) } };
    const receive = (response: IncomingMessage) => readText(response, succeed, fail);
    const sent =
      to.protocol === "https:"
        ? requestSecure({ ...options, agent: agents.secure }, receive)
        : requestPlain({ ...options, agent: agents.plain }, receive);
    const timer = setTimeout(() => sent.destroy(new Error("it does not answer")), timeoutMs);
    const abort = () => sent.destroy(ABORTED);
    const over = () => {
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
    sent.on("error", fail).end(body);
  });
}

const ABORTED = new Error("it is aborted");

function readText(response: IncomingMessage, resolve: (posted: Posted) => void, reject: (error: Error) => void): void {
  const parts: Buffer[] = [];
  response.on("data", (part: Buffer) => parts.push(part));
  response.once("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
  response.once("error", reject);
}
