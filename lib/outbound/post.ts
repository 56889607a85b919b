import { type IncomingMessage, request as plainRequest, type RequestOptions } from "node:http";
import { request as tlsRequest } from "node:https";
import { checkedAddresses } from "./address";

/** The rest of a longer reply is not read. */
const MAX_ANSWER = 64 * 1024;

export type Call = { url: string; headers?: Readonly<Record<string, string>>; body: string };
export type Answer = { status: number; headers: IncomingMessage["headers"]; body: string };

/** Limits of a call: permitted non-public addresses, and a timeout for the whole call; `signal` aborts it earlier. */
export type Limits = { allow: readonly string[]; timeoutMs: number; signal?: AbortSignal };

/**
 * Posts JSON to public or permitted addresses only: the name is resolved once, and the connection goes to the checked
 * address. Redirects are not followed. Throws AddressRefused, a TimeoutError, or Node's error if there is no
 * connection.
 */
export async function post(call: Call, { allow, timeoutMs, ...limits }: Limits): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = limits.signal ? AbortSignal.any([timeout, limits.signal]) : timeout;
  const url = new URL(call.url);
  const addresses = await orTimeOut(checkedAddresses(url.hostname, allow), signal);
  const options: RequestOptions = {
    method: "POST",
    // A kept-alive connection would be reused without a check.
    agent: false,
    signal,
    headers: {
      "content-type": "application/json",
      "user-agent": "Signalbox",
      ...call.headers,
      "content-length": Buffer.byteLength(call.body),
    },
    lookup: (_host, { all }, found) => {
      const [first] = addresses;
      if (all) found(null, addresses);
      else found(null, first?.address ?? "", first?.family);
    },
  };
  return orTimeOut(send(url, options, call.body), signal);
}

function send(url: URL, options: RequestOptions, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? tlsRequest : plainRequest)(url, options, (response) => {
      readAnswer(response).then(resolve, reject);
    });
    request.once("error", reject);
    request.end(body);
  });
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.byteLength;
    if (size >= MAX_ANSWER) break;
  }
  response.destroy();
  const body = Buffer.concat(parts).subarray(0, MAX_ANSWER).toString();
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

/** Rejects with the signal's own reason instead of Node's error, also for work that does not support a signal. */
function orTimeOut<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    work
      .then(resolve, (error: unknown) => reject(signal.aborted ? signal.reason : error))
      .finally(() => signal.removeEventListener("abort", onAbort));
  });
}
