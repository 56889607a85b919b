import type { z } from "zod";
import type { Handlers } from "@/lib/client/routes.gen";
import type { Endpoint } from "@/lib/operation/endpoint";

type Served = { [R in keyof Handlers as Handlers[R] extends Endpoint ? R : never]: Handlers[R] };

/** A route of the API that is an operation, by method and path: `GET /project/:projectId/keys`. */
export type Route = keyof Served;

type OperationOf<R extends Route> = Served[R]["operation"];
type ParamsOf<R extends Route> = z.output<OperationOf<R>["params"]>;

/** What a call brings: the ids in the path if there are any (a schema without fields has `string` for its keys), a query or a body. */
export type Call<R extends Route> = { signal?: AbortSignal } & (string extends keyof ParamsOf<R>
  ? unknown
  : { params: ParamsOf<R> }) &
  (R extends `${"POST" | "PUT"} ${string}`
    ? { body?: z.input<OperationOf<R>["input"]> }
    : { query?: Partial<z.output<OperationOf<R>["input"]>> });

/** What the route answers. */
export type Answer<R extends Route> =
  Served[R] extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer Body> ? z.output<Body> : never;

/** Sends one request to a path below /api; fails unless the reply is a success. */
export type Send = (request: {
  method: string;
  path: string;
  body: unknown;
  signal: AbortSignal | undefined;
}) => Promise<Response>;

type Given = { params?: object; query?: object; body?: unknown; signal?: AbortSignal };

/** Answers as the server's own schema describes it: the server has checked its reply, so no schema is loaded to do it again. */
export type Client = <R extends Route>(route: R, ...call: Arguments<R>) => Promise<Answer<R>>;

/** A call without anything to bring may be left out. */
type Arguments<R extends Route> = Record<never, never> extends Call<R> ? [call?: Call<R>] : [call: Call<R>];

/** The one client of the API; `send` is how its requests travel. */
export function client(send: Send): Client {
  return async <R extends Route>(route: R, ...[call]: Arguments<R>) => {
    const response = await send(requestOf(route, call));
    const text = await response.text();
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
