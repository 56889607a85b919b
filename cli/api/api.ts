import { z } from "zod";
import { type Call, type Client, client, type Route, requestOf } from "@/lib/client/client";
import { ACCEPT } from "@/lib/operation/media-type";
import { parseJson } from "@/lib/protocol/json-text";
import { VERSION } from "@/lib/settings/version";
import { CommandProblem, EXIT, type ExitCode } from "../problem";

const TIMEOUT_MS = 30_000;

/** A failed request. `isTemporary`: a retry may succeed. */
export class ApiProblem extends CommandProblem {
  override name = "ApiProblem";

  constructor(
    message: string,
    exitCode: ExitCode,
    /** Null: no response. */
    readonly status: number | null,
    readonly isTemporary: boolean,
  ) {
    super(message, exitCode);
  }
}

export type Api = {
  /** Without a trailing slash. */
  url: string;
  /** Ignores the response body. */
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
};

/** The REST API below `url`; every request carries `headers`. Throws ApiProblem. */
export function openApi(url: string, headers: Record<string, string>): Api {
  const send: Api["send"] = async (method, path, body, timeoutMs = TIMEOUT_MS) => {
    const response = await fetchOnce(url, method, path, {
      method,
      headers: { ...headers, accept: ACCEPT, "user-agent": `signalbox-cli/${VERSION}` },
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw await refusal(url, response);
    return response;
  };
  return {
    url,
    send,
    call: client(({ method, path, body }) => send(method, path, body)),
    read: async (route, call, schema) => {
      const { method, path, body } = requestOf(route, call);
      return readAs(schema, await send(method, path, body));
    },
    get: async (path, schema) => readAs(schema, await send("GET", `/${path}`)),
  };
}

async function fetchOnce(url: string, method: string, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`${url}/api${path}`, init);
  } catch (error) {
    const { code, text } = causeOf(error);
    const unknown = method !== "GET" && !["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"].includes(code);
    const doubt = unknown ? "; the request may still have taken effect" : "";
    throw new ApiProblem(`Cannot reach ${url}: ${text}${doubt}`, EXIT.connection, null, true);
  }
}

/** fetch hides the actual cause behind "fetch failed". */
function causeOf(error: unknown): { code: string; text: string } {
  if (!(error instanceof Error)) return { code: "", text: String(error) };
  if (error.name === "TimeoutError") return { code: "", text: `no answer within ${TIMEOUT_MS / 1_000} s` };
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
  return new ApiProblem(said || STATUS_TEXTS[status] || `${url} answers ${status}`, EXIT.usage, status, false);
}

const STATUS_TEXTS: Record<number, string> = { 403: "You don't have permission to do this", 404: "Not found" };

const ErrorBody = z.object({ error: z.string() });

async function errorTextOf(response: Response): Promise<string> {
  try {
    return ErrorBody.parse(await response.json()).error.replace(/\s+/g, " ");
  } catch {
    // An empty body, or a proxy's error page: only the status is meaningful.
    return "";
  }
}

async function readAs<Schema extends z.ZodType>(schema: Schema, response: Response): Promise<z.output<Schema>> {
  const text = await response.text();
  const read = schema.safeParse(text === "" ? undefined : parseJson(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue && issue.path.length > 0 ? ` (${issue.path.join(".")})` : "";
  throw new ApiProblem(
    `${response.url} sent a response that this version does not understand${where}`,
    EXIT.connection,
    response.status,
    false,
  );
}
