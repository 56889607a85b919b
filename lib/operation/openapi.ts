import { z } from "zod";
import { type Access, describeAccess } from "@/lib/access/access";
import type { Operation } from "@/lib/operation/define";
import type { Endpoint } from "@/lib/operation/endpoint";
import { NoContent, NoInput } from "@/lib/operation/fields";

/** One route module: its path (`/api/project/:projectId/keys`) and what it exports for each method. */
export type Route = { path: string; handlers: Readonly<Record<string, unknown>> };

type Served = Partial<Endpoint> & { access?: Access; summary?: string };

const shared = globalThis as typeof globalThis & { signalboxRoutes?: readonly Route[] };

/** The server's route table, for the one route that describes all the others. */
export const registerRoutes = (routes: readonly Route[]): void => {
  shared.signalboxRoutes = routes;
};

/** OpenAPI 3.1, made from the operations that the routes serve. */
export function describeApi(version: string, routes: readonly Route[] = shared.signalboxRoutes ?? []) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { path, handlers } of routes) {
    const template = path.replace(/:(\w+)/g, "{$1}");
    for (const [method, handler] of Object.entries(handlers)) {
      paths[template] ??= {};
      paths[template][method.toLowerCase()] = describeMethod(method, handler as Served, pathParameters(path));
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Signalbox", version },
    paths,
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "semaphore" },
        token: { type: "http", scheme: "bearer" },
        runner: { type: "apiKey", in: "header", name: "X-Runner-Token" },
      },
      schemas: { Error: { type: "object", properties: { error: { type: "string" } } } },
    },
  };
}

const pathParameters = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: "path", required: true, schema: { type: "string" } }));

function describeMethod(method: string, { operation, status = 200, access, summary }: Served, inPath: object[]) {
  const who = operation?.access ?? access;
  return {
    ...(operation ? { operationId: operation.name } : {}),
    summary: operation?.summary ?? summary,
    "x-access": who && describeAccess(who),
    security: securityOf(who),
    parameters: [...inPath, ...(operation && !hasBody(method) ? queryParameters(operation) : [])],
    ...(operation && hasBody(method) && operation.input !== NoInput
      ? { requestBody: jsonBody(operation.input, "input") }
      : {}),
    responses: { ...success(operation, status), default: { description: "Failure", ...errorBody } },
  };
}

const hasBody = (method: string) => method === "POST" || method === "PUT";

const errorBody = { content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } };

function success(operation: Served["operation"], status: number) {
  if (!operation || operation.output === NoContent) return { [status === 200 ? 204 : status]: { description: "Done" } };
  return { [status]: { description: "Success", ...jsonBody(operation.output, "output") } };
}

const jsonBody = (schema: z.ZodType, io: "input" | "output") => ({
  content: { "application/json": { schema: toJsonSchema(schema, io) } },
});

const toJsonSchema = (schema: z.ZodType, io: "input" | "output") =>
  z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12" });

function queryParameters({ input }: Pick<Operation, "input">) {
  const { properties = {} } = toJsonSchema(input, "input");
  return Object.entries(properties).map(([name, schema]) => ({ name, in: "query", required: false, schema }));
}

function securityOf(access: Access | undefined): Record<string, string[]>[] {
  if (!access || access.kind === "public") return [];
  return access.kind === "runner" ? [{ runner: [] }] : [{ session: [] }, { token: [] }];
}
