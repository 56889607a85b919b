import type { RouteHandler } from "@/lib/operation/endpoint";
import type { Person, World } from "./world";

type Sent = {
  method?: string;
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  /** The person whose session is sent; without it there is none. */
  as?: Person;
  headers?: Record<string, string>;
};

export type Answer = { status: number; headers: Headers; text: string; body: unknown };

/** Sends a request to a route as its server would. */
export async function send(w: World, handler: RouteHandler, sent: Sent = {}): Promise<Answer> {
  const { method = "GET", params = {}, query = {}, body, as, headers = {} } = sent;
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const request = new Request(`http://signalbox.test/api?${search}`, {
    method,
    headers: { ...(as ? { cookie: `semaphore=${w.sessionIds[as]}` } : {}), ...headers },
    body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
  });
  const named = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  const response = await handler(request, { params: Promise.resolve(named) });
  const text = await response.text();
  const isJson = text !== "" && response.headers.get("content-type") === "application/json";
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
}
