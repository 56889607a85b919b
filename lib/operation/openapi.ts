import { z } from "zod";
import { type Access, describeAccess } from "@/lib/access/access";
import type { Endpoint, RawEndpoint, Reply } from "@/lib/operation/endpoint";
import { NoContent, NoInput, NoParams } from "@/lib/operation/fields";
import { ListFileQuery, listFields } from "@/lib/operation/http/list-file";
import { SESSION_COOKIE } from "@/lib/operation/http/request";
import { OWN_TYPE } from "@/lib/operation/media-type";
import { ERRORS, failures } from "@/lib/operation/openapi/failures";
import { type JsonSchema, toJsonSchema } from "@/lib/operation/openapi/json-schema";
import { TAGS, tagOf } from "@/lib/operation/openapi/tags";
import { TOKEN_HEADER } from "@/lib/protocol/runner";

/** One route module: its path (`/api/project/:projectId/keys`) and what it exports for each method. */
export type Route = { path: string; handlers: Readonly<Partial<Record<Method, Endpoint | RawEndpoint>>> };

type Parameter = { name: string; in: "path" | "query"; required: boolean; description?: string; schema: JsonSchema };
type Content = Record<string, { schema: JsonSchema }>;
type DescribedHeaders = Record<string, { description: string; schema: JsonSchema }>;
export type DescribedMethod = {
  operationId: string;
  tags: string[];
  summary: string;
  "x-access": string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; headers?: DescribedHeaders; content?: Content }>;
};

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];
const WITH_BODY = new Set(["POST", "PUT", "PATCH"]);

const ABOUT = `JSON in and out; times are RFC 3339 in UTC. Send a token of yours as \`Authorization: Bearer …\`. Where GET is listed, HEAD works
too, and a slash at the end of a path makes no difference. A field that is left out of a body is the zero value of its type: PUT
replaces, it does not patch. Unknown fields are ignored.

Some replies have two forms: \`application/json\` has the fields that clients of Semaphore know, and \`Accept: ${OWN_TYPE}\` asks for all
of them. \`warnings\` in the latter list what was changed to make sense of the request.`;

declare global {
  // Next's bundle and the server's are separate module instances in one process. Only that of the routes knows their schemas.
  var signalboxApi: ((version: string) => OwnApi) | undefined;
}

type OwnApi = { description: ReturnType<typeof describeApi>; json: string };

/** Takes the server's route table, for what describes all of it: once, for it takes long and anybody may ask for it. */
export const registerRoutes = (routes: readonly Route[]): void => {
  let own: OwnApi | undefined;
  globalThis.signalboxApi = (version) => {
    own ??= describeAndWrite(version, routes);
    return own;
  };
};

export const hasRoutes = (): boolean => globalThis.signalboxApi !== undefined;

const ownApi = (version: string): OwnApi => globalThis.signalboxApi?.(version) ?? describeAndWrite(version, []);

/** The API of this server. */
export const describeOwnApi = (version: string) => ownApi(version).description;
export const ownApiAsJson = (version: string): string => ownApi(version).json;

function describeAndWrite(version: string, routes: readonly Route[]): OwnApi {
  const description = describeApi(version, routes);
  return { description, json: JSON.stringify(description) };
}

/** OpenAPI 3.1, made from what the routes serve. */
export function describeApi(version: string, routes: readonly Route[]) {
  return {
    openapi: "3.1.0",
    info: { title: "Signalbox", version, description: ABOUT },
    servers: [{ url: "/" }],
    tags: TAGS,
    paths: describePaths(routes),
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: SESSION_COOKIE },
        token: { type: "http", scheme: "bearer" },
        runner: { type: "apiKey", in: "header", name: TOKEN_HEADER },
        state: { type: "http", scheme: "basic" },
      },
      schemas: ERRORS,
    },
  };
}

function describePaths(routes: readonly Route[]): Record<string, Record<string, DescribedMethod>> {
  const ids = new Set<string>();
  return Object.fromEntries(
    routes.map(({ path, handlers }) => {
      const methods = METHODS.flatMap((method) => {
        const handler = handlers[method];
        return handler ? [[method.toLowerCase(), describeMethod(method, path, servedBy(handler), ids)] as const] : [];
      });
      return [path.replace(/:(\w+)/g, "{$1}"), Object.fromEntries(methods)];
    }),
  );
}

/** What OpenAPI needs to know of a route, be it an operation or not. */
type Served = {
  name: string;
  summary: string;
  access: Access;
  params: z.ZodType;
  input: z.ZodType;
  query?: z.ZodType;
  /** Media types of bodies that are no JSON. */
  otherTypes?: readonly string[];
  explains?: boolean;
  /** A list, which can be exported. */
  isList?: boolean;
  replies: readonly (readonly [status: number, Reply])[];
};

function servedBy(handler: Endpoint | RawEndpoint): Served {
  if ("description" in handler) {
    const replies = Object.entries(handler.description.replies).map(
      ([status, reply]) => [Number(status), reply] as const,
    );
    return { params: NoParams, input: NoInput, ...handler.description, replies };
  }
  const { name, summary, access, params, input, output, semaphoreOutput } = handler.operation;
  const { status, reply, query, form, explains } = handler;
  const own = replyOf(output, status, semaphoreOutput && OWN_TYPE);
  const replies = reply
    ? [[status, reply] as const]
    : semaphoreOutput
      ? [replyOf(semaphoreOutput, status), own]
      : [own];
  const isList = listFields(handler.operation) !== null;
  return { name, summary, access, params, input, query, otherTypes: form?.types, explains, isList, replies };
}

const replyOf = (output: z.ZodType, status: number, type?: string): readonly [number, Reply] =>
  output === NoContent
    ? [status === 200 ? 204 : status, { description: "Done" }]
    : [status, { description: "Success", schema: output, type }];

const AS_CSV = [200, { description: "Success", schema: z.string(), type: "text/csv" }] as const;

function describeMethod(method: string, path: string, served: Served, ids: Set<string>): DescribedMethod {
  const { name, summary, access, params, input, query, otherTypes = [], explains = false, replies } = served;
  const isList = method === "GET" && served.isList;
  const inPath = pathParameters(path, params);
  const takesBody = WITH_BODY.has(method);
  const parameters = [
    ...inPath,
    ...queryParameters(takesBody ? (query ?? NoParams) : input),
    ...(isList ? queryParameters(ListFileQuery) : []),
  ];
  const takesInput = parameters.length > 0 || takesBody;
  const shape = { takesInput, takesBody, hasParams: inPath.length > 0, explains };
  return {
    operationId: uniqueId(name, method, path, ids),
    tags: [tagOf(name, access)],
    summary,
    "x-access": describeAccess(access),
    security: securityOf(access),
    parameters,
    ...(takesBody && input !== NoInput ? { requestBody: requestBody(input, otherTypes) } : {}),
    responses: {
      ...describeReplies(isList ? [...replies, AS_CSV] : replies),
      ...failures(access, shape),
    },
  };
}

/** An operation that serves two routes has its plain name at the first. */
function uniqueId(name: string, method: string, path: string, ids: Set<string>): string {
  const id = ids.has(name) ? `${name}.${method.toLowerCase()}` : name;
  if (ids.has(id)) throw new Error(`${name} serves too many routes to have a name at ${method} ${path}`);
  ids.add(id);
  return id;
}

/** Two forms of a reply share their status, if both have a body. */
function describeReplies(replies: Served["replies"]): DescribedMethod["responses"] {
  const responses: DescribedMethod["responses"] = {};
  for (const [status, reply] of replies) {
    const described: DescribedMethod["responses"][string] = describeReply(reply);
    const content = { ...responses[status]?.content, ...described.content };
    responses[status] = { ...responses[status], ...described, ...(Object.keys(content).length > 0 ? { content } : {}) };
  }
  return responses;
}

function describeReply({ description, schema, type = "application/json", headers }: Reply) {
  const content = schema && { [type.replace(/;.*/, "")]: { schema: toJsonSchema(schema, "output") } };
  return { description, ...(headers ? { headers: describeHeaders(headers) } : {}), ...(content ? { content } : {}) };
}

const describeHeaders = (headers: NonNullable<Reply["headers"]>): DescribedHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
  );

const requestBody = (input: z.ZodType, otherTypes: readonly string[]) => ({
  required: !input.safeParse(undefined).success,
  content: {
    "application/json": { schema: toJsonSchema(input, "input") },
    ...Object.fromEntries(otherTypes.map((type) => [type, { schema: { type: "string" } }])),
  },
});

/** The properties of an object; `true` and `false`, which JSON Schema allows, zod does not make. */
const fieldsOf = ({ properties = {} }: JsonSchema): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) => (typeof field === "object" ? [[name, field]] : [])),
  );

/** A parameter of the path or the query is a text that the schema turns into what its output says. */
function propertiesOf(schema: z.ZodType): Record<string, JsonSchema> {
  const [input, output] = [fieldsOf(toJsonSchema(schema, "input")), fieldsOf(toJsonSchema(schema, "output"))];
  const names = [...new Set([...Object.keys(input), ...Object.keys(output)])];
  return Object.fromEntries(names.map((name) => [name, { ...input[name], ...output[name] }]));
}

function pathParameters(path: string, params: z.ZodType): Parameter[] {
  const known = propertiesOf(params);
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: known[name] ?? { type: "string" },
  }));
}

const queryParameters = (input: z.ZodType): Parameter[] =>
  Object.entries(propertiesOf(input)).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: false,
    ...(typeof description === "string" ? { description } : {}),
    schema,
  }));

function securityOf(access: Access): Record<string, string[]>[] {
  if (access.kind === "public") return [];
  if (access.kind === "runner" || access.kind === "state") return [{ [access.kind]: [] }];
  return [{ session: [] }, { token: [] }];
}
