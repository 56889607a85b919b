import { Agent, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure, Agent as SecureAgent } from "node:https";

/** Connections stay open between calls. */
const agents = { plain: new Agent({ keepAlive: true }), secure: new SecureAgent({ keepAlive: true }) };

type Post = { url: URL; headers: Record<string, string>; body: string | Buffer; signal: AbortSignal };
export type Posted = { status: number; text: string };

/**
 * Sends a POST and reads the whole answer; follows no redirects. Node's own client, because fetch takes twice the processor
 * time and copies large bodies.
 */
export function post({ url, headers, body, signal }: Post): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const options = { method: "POST", headers: { ...headers, "content-length": Buffer.byteLength(body) }, signal };
    const receive = (response: IncomingMessage) => readText(response, resolve, reject);
    const sent =
      url.protocol === "https:"
        ? requestSecure(url, { ...options, agent: agents.secure }, receive)
        : requestPlain(url, { ...options, agent: agents.plain }, receive);
    sent.once("error", reject).end(body);
  });
}

function readText(response: IncomingMessage, resolve: (posted: Posted) => void, reject: (error: Error) => void): void {
  const parts: Buffer[] = [];
  response.on("data", (part: Buffer) => parts.push(part));
  response.once("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
  response.once("error", reject);
}
