import { z } from "zod";
import { type Call, type Client, client, type Route, requestOf } from "@/lib/client/client";
import { ACCEPT } from "@/lib/operation/media-type";
import { parseJson } from "@/lib/protocol/json-text";
import { VERSION } from "@/lib/settings/version";
import messages from "@/messages/en.json";
import { CommandProblem, EXIT, type ExitCode } from "../problem";

const TIMEOUT_MS = 30_000;

/** A failed request. `isTemporary`: a retry may succeed. */
export class ApiProblem extends CommandProblem {
  override name = "ApiProblem";

  constructor(
    message: string,
    exitCode: ExitCode,
    /** Of a refusal; null without a response, or with one that cannot be read. */
    readonly status: number | null,
    readonly isTemporary: boolean,
  ) {
    super(message, exitCode);
  }
}

export type Api = {
  /** Without a trailing slash. */
  url: string;
  /** Doesn't validate the reply. */
  call: Client;
  /** Validates the response, because the server may be of another version. */
  read: <R extends Route, Schema extends z.ZodType>(
    route: R,
    call: Call<R>,
    schema: Schema,
  ) => Promise<z.output<Schema>>;
  /** GET of a path below /api, for servers whose routes this product doesn't know. */
  get: <Schema extends z.ZodType>(path: string, schema: Schema) => Promise<z.output<Schema>>;
  /** The raw response, if successful. Its body has to arrive within the time, too. */
  send: (method: string, path: string, body?: unknown, timeoutMs?: number) => Promise<Response>;
  /** The text of a successful response, once all of it has arrived. */
  text: (method: string, path: string, body?: unknown) => Promise<string>;
};

/** The REST API below `url`; every request carries `headers`. Throws ApiProblem. */
export function openApi(url: string, headers: Record<string, string>): Api {
  const send: Api["send"] = async (method, path, body, timeoutMs = TIMEOUT_MS) => {
    const call = fetch(`${url}/api${path}`, {
      method,
      headers: { ...headers, accept: ACCEPT, "user-agent": `signalbox-cli/${VERSION}` },
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const response = await arrival(call, url, method, timeoutMs);
    if (!response.ok) throw await refusal(url, response);
    return response;
  };
  const text: Api["text"] = async (method, path, body) => {
    const response = await send(method, path, body);
    return arrival(response.text(), url, method, TIMEOUT_MS);
  };
  return {
    url,
    send,
    text,
    call: client(({ method, path, body }) => text(method, path, body)),
    read: async (route, call, schema) => {
      const { method, path, body } = requestOf(route, call);
      return readAs(schema, url, await text(method, path, body));
    },
    get: async (path, schema) => readAs(schema, url, await text("GET", `/${path}`)),
  };
}

/** Of a response or of its body: either may fail to come. */
async function arrival<Part>(part: Promise<Part>, url: string, method: string, timeoutMs: number): Promise<Part> {
  try {
    return await part;
  } catch (error) {
    const { code, text } = causeOf(error, timeoutMs);
    const unknown = method !== "GET" && !["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"].includes(code);
    const doubt = unknown ? "; the request may still have taken effect" : "";
    throw new ApiProblem(`Cannot reach ${url}: ${text}${doubt}`, EXIT.connection, null, true);
  }
}

/** fetch hides the actual cause behind "fetch failed" or "terminated". */
function causeOf(error: unknown, timeoutMs: number): { code: string; text: string } {
  if (!(error instanceof Error)) return { code: "", text: String(error) };
  if (error.name === "TimeoutError") return { code: "", text: `no answer within ${timeoutMs / 1_000} s` };
  const { cause } = error;
  if (!(cause instanceof Error)) return { code: "", text: error.message };
  const code = "code" in cause ? String(cause.code) : "";
  return { code, text: cause.message || code };
}

async function refusal(url: string, response: Response): Promise<ApiProblem> {
  const { status } = response;
  const said = await errorTextOf(response);
  if (status >= 300 && status < 400)
    return new ApiProblem(
      `${url} redirects to ${response.headers.get("location")}: use that address`,
      EXIT.usage,
      status,
      false,
    );
  if (status === 401)
    return new ApiProblem(`${url} does not accept the credentials${said && `: ${said}`}`, EXIT.connection, 401, false);
  if (status === 429 || status >= 500)
    return new ApiProblem(`${url} answers ${status}${said && `: ${said}`}`, EXIT.connection, status, true);
  return new ApiProblem(said || STATUS_TEXTS.get(status) || `${url} answers ${status}`, EXIT.usage, status, false);
}

const STATUS_TEXTS = new Map([
  [403, messages.httpErrors[403]],
  [404, messages.httpErrors[404]],
]);

const ErrorBody = z.object({ error: z.string() });

async function errorTextOf(response: Response): Promise<string> {
  try {
    return ErrorBody.parse(await response.json()).error.replace(/\s+/g, " ");
  } catch {
    // An empty body, or a proxy's error page: only the status is meaningful.
    return "";
  }
}

function readAs<Schema extends z.ZodType>(schema: Schema, url: string, text: string): z.output<Schema> {
  const read = schema.safeParse(text === "" ? undefined : parseJson(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue && issue.path.length > 0 ? ` (${issue.path.join(".")})` : "";
  throw new ApiProblem(
    `${url} sent a response that this version does not understand${where}`,
    EXIT.connection,
    null,
    false,
  );
}
