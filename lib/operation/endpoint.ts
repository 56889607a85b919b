import type { z } from "zod";
import { type Access, anyone } from "@/lib/access/access";
import type { Operation } from "@/lib/operation/define";
import { AppError, toAppError } from "@/lib/operation/errors";
import { execute, executeWith } from "@/lib/operation/execute";
import { NoInput } from "@/lib/operation/fields";
import { errorResponse } from "@/lib/operation/http/error-reply";
import { listFile } from "@/lib/operation/http/list-file";
import { bodyReply, complete } from "@/lib/operation/http/reply";
import { callerOf, readBody, readInput, refuseForeignOrigin } from "@/lib/operation/http/request";
import { toJson } from "@/lib/operation/json-writer";
import { formFor, mediaTypeOf } from "@/lib/operation/media-type";
import { parse } from "@/lib/operation/parse";

/** Next leaves params undefined for a path without any. */
type RouteContext = { params: Promise<Record<string, string | string[] | undefined> | undefined> };
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/** A route's reply with one status; without a schema the body is empty. The content type defaults to JSON. */
export type Reply<Body extends z.ZodType = z.ZodType> = {
  description: string;
  schema?: Body;
  type?: string;
  /** What headers of its own say, by their names. */
  headers?: Readonly<Record<string, string>>;
};

/** A handler with its description, for OpenAPI, the access matrix, the structure test and the typed client. */
export type Endpoint<
  P extends z.ZodType = z.ZodType,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  Body extends z.ZodType = O,
> = RouteHandler & {
  operation: Pick<
    Operation<Access, P, I, O>,
    "name" | "summary" | "access" | "params" | "input" | "output" | "semaphoreOutput"
  >;
  status: number;
  /** If the body is not the operation's output as JSON. */
  reply?: Reply<Body>;
  /** Fields of the input that the query of a POST or PUT may set. */
  query?: z.ZodObject;
  form?: Form;
  explains?: boolean;
};

/** Reads a body of other media types as the input that it stands for; what it can't read is invalid input. */
export type Form = { types: readonly string[]; read: (body: Buffer) => unknown };

type Options<O extends z.ZodType, Body extends z.ZodType> = {
  /** The success status; by default 200, or 204 for an operation without output. */
  status?: number;
  maxBytes?: number;
  form?: Form;
  query?: z.ZodObject;
  reply?: Reply<Body>;
  /** A refusal also names its texts in `refusal`, for a form of ours that translates them. */
  explains?: boolean;
  /** What an exported list says of a row, if not what the operation returns. */
  asRow?: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Builds the response if it is more than the output as JSON. */
  respond?: (output: z.output<O>, request: Request, params: Readonly<Record<string, unknown>>) => Response;
  /** The same for what writes the output as the reply's schema says, and checks it by that. */
  write?: (result: z.input<O>, request: Request) => Response;
};

/** Serves an operation over HTTP. */
export function endpoint<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType, Body extends z.ZodType = O>(
  op: Operation<Access, P, I, O>,
  { status = 200, maxBytes, form, query, reply, explains, asRow, respond, write }: Options<O, Body> = {},
): Endpoint<P, I, O, Body> {
  const handle: RouteHandler = (request, context) => {
    const serve = async () => {
      const caller = callerOf(request.headers);
      refuseForeignOrigin(request, caller);
      const takesBody = request.method === "POST" || request.method === "PUT";
      const input = takesBody ? () => readBoth(request, op.input, { maxBytes, form, query }) : queryOf(request);
      const params = (await context.params) ?? {};
      const until = { ...caller, signal: request.signal };
      const read = (input: object) => execute(op, { ...until, whole: true }, params, input);
      const file = takesBody ? null : await listFile({ ...op, read, asRow }, request);
      if (file) return file;
      if (respond) return respond(await execute(op, until, params, input), request, params);
      const asJson = (result: z.input<O>) =>
        op.semaphoreOutput
          ? negotiated(request, op, op.semaphoreOutput, result, status)
          : bodyReply(toJson(op.output, result), status);
      return executeWith(op, until, params, input, write ? (result) => write(result, request) : asJson);
    };
    return answer(request, explains ? () => serve().catch(explained) : serve);
  };
  return Object.assign(handle, { operation: op, status, reply, query, form, explains });
}

/** The body, with the fields that the query sets. Where nothing of it counts, it need not be JSON either. */
async function readBoth(
  request: Request,
  schema: z.ZodType,
  { maxBytes, form, query }: Pick<Options<z.ZodType, z.ZodType>, "maxBytes" | "form" | "query">,
): Promise<unknown> {
  if (schema === NoInput) return undefined;
  if (form?.types.includes(mediaTypeOf(request.headers))) return form.read(await readBody(request, maxBytes));
  const body = await readInput(request, schema, maxBytes);
  if (!query || typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return { ...body, ...parse(query, queryOf(request)) };
}

/** A reply in the form that the client asks for. */
function negotiated<O extends z.ZodType>(
  request: Request,
  {
    output,
    forSemaphore = (result) => result,
  }: Pick<Operation<Access, z.ZodType, z.ZodType, O>, "output" | "forSemaphore">,
  semaphoreOutput: z.ZodType,
  result: z.input<O>,
  status: number,
): Response {
  const { isOwn, headers } = formFor(request.headers.get("accept"));
  return bodyReply(isOwn ? toJson(output, result) : toJson(semaphoreOutput, forSemaphore(result)), status, headers);
}

const queryOf = (request: Request) => Object.fromEntries(new URL(request.url).searchParams);

/** A route without an operation, described for OpenAPI; `name` follows `noun.verb` as well. */
export type RawDescription = {
  name: string;
  summary: string;
  access: Access;
  input?: z.ZodType;
  replies: Readonly<Record<number, Reply>>;
};
export type RawEndpoint = RouteHandler & { access: Access; description: RawDescription };

/** For routes without an operation (redirects, downloads, raw bodies); access is still declared. */
export function rawEndpoint(description: RawDescription, handler: RouteHandler): RawEndpoint {
  const handle: RouteHandler = (request, context) => answer(request, () => handler(request, context));
  return Object.assign(handle, { access: description.access, description });
}

async function answer(request: Request, respond: () => Promise<Response>): Promise<Response> {
  try {
    return complete(await respond());
  } catch (thrown) {
    return errorResponse(toAppError(thrown), request);
  }
}

function explained(thrown: unknown): never {
  const { code, details } = toAppError(thrown);
  const { key, params, issues, extra } = details;
  throw new AppError(code, { ...details, extra: { ...extra, refusal: { code, key, params, issues } } });
}

/** For every unknown path under /api. */
export const unknownPath = rawEndpoint(
  { name: "system.unknownPath", summary: "Unknown path", access: anyone, replies: {} },
  async () => new Response("Not Found\n", { status: 404, headers: { "content-type": "text/plain" } }),
);
