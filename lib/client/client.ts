import type { z } from "zod";
import type { Handlers } from "@/lib/client/routes.gen";
import type { Endpoint } from "@/lib/operation/endpoint";

type Served = { [R in keyof Handlers as Handlers[R] extends Endpoint ? R : never]: Handlers[R] };

/** An API operation by method and path: `GET /project/:projectId/keys`. */
export type Route = keyof Served;

type OperationOf<R extends Route> = Served[R]["operation"];
type ParamsOf<R extends Route> = z.output<OperationOf<R>["params"]>;

/**
 * Arguments of a call: path ids if there are any, and a query or body. (A schema without fields has `string` as its
 * keys.)
 */
export type Call<R extends Route> = { signal?: AbortSignal } & (string extends keyof ParamsOf<R>
  ? unknown
  : { params: ParamsOf<R> }) &
  (R extends `${"POST" | "PUT"} ${string}`
    ? { body?: z.input<OperationOf<R>["input"]> }
    : { query?: Partial<z.output<OperationOf<R>["input"]>> });

/** What the route returns. */
export type Answer<R extends Route> =
  Served[R] extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer Body> ? z.output<Body> : never;

/** Sends a request to a path below /api, and resolves to the text of the reply; rejects unless it succeeds. */
export type Send = (request: {
  method: string;
  path: string;
  body: unknown;
  signal: AbortSignal | undefined;
}) => Promise<string>;

type Given = { params?: object; query?: object; body?: unknown; signal?: AbortSignal };

/**
 * Replies have the type of the server's schema. The server has validated them, so no schema is loaded on the client.
 */
export type Client = <R extends Route>(route: R, ...call: Arguments<R>) => Promise<Answer<R>>;

/** The argument may be omitted if the call needs none. */
type Arguments<R extends Route> = Record<never, never> extends Call<R> ? [call?: Call<R>] : [call: Call<R>];

/** The only API client; `send` is the transport. */
export function client(send: Send): Client {
  return async <R extends Route>(route: R, ...[call]: Arguments<R>) => {
    const text = await send(requestOf(route, call));
    // The server parses every reply with the schema that this type comes from.
    return (text === "" ? undefined : JSON.parse(text)) as Answer<R>;
  };
}

/** Method, path and body of a call; ids and query are escaped. */
export function requestOf(route: Route, given: Given = {}): Parameters<Send>[0] {
  const [method = "", pattern = ""] = route.split(" ", 2);
  const params = new Map(Object.entries(given.params ?? {}));
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
  const query = new URLSearchParams(
    Object.entries(given.query ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const { body, signal } = given;
  return { method, path: query.size > 0 ? `${path}?${query}` : path, body, signal };
}
