import { text as readAll } from "node:stream/consumers";
import { z } from "zod";
import { type Call, type Client, client, type Route, requestOf } from "@/lib/client/client";
import { ACCEPT } from "@/lib/operation/media-type";
import { parseJson } from "@/lib/protocol/json-text";
import { VERSION } from "@/lib/settings/version";
import messages from "@/messages/en.json";
import { CommandProblem, EXIT, type ExitCode } from "../problem";

/** How long a server may be silent. What it sends may take any time. */
const SILENCE_MS = 30_000;
/** fetch doesn't tell how much of a request has been sent, so it has time for a slow connection. */
const UPLOAD_BYTES_PER_MS = 50;

/** A failed request. `isTemporary`: a retry may succeed. */
export class ApiProblem extends CommandProblem {
  override name = "ApiProblem";
  /** HTTP status of a refusal; null without a response, or with one that cannot be read. */
  readonly status: number | null;
  readonly isTemporary: boolean;

  constructor(
    message: string,
    exitCode: ExitCode,
    { status = null, isTemporary = false }: { status?: number | null; isTemporary?: boolean } = {},
  ) {
    super(message, exitCode);
    this.status = status;
    this.isTemporary = isTemporary;
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
  /** A successful response. */
  send: (method: string, path: string, body?: unknown) => Promise<Reply>;
  /** The text of a successful response, once all of it has arrived. */
  text: (method: string, path: string, body?: unknown) => Promise<string>;
};

/** A response whose body is read as it arrives; reading it throws ApiProblem. */
type Reply = { headers: Headers; body: AsyncGenerator<Uint8Array> };

/** The REST API below `url`; every request carries `headers`. Throws ApiProblem. */
export function openApi(url: string, headers: Record<string, string>): Api {
  const send: Api["send"] = async (method, path, body) => {
    const wait = new Wait(url, method);
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const call = fetch(`${url}/api${path}`, {
      method,
      headers: { ...headers, accept: ACCEPT, "user-agent": `signalbox-cli/${VERSION}` },
      body: sent,
      redirect: "manual",
      signal: wait.signal,
    });
    const response = await wait.for(call, SILENCE_MS + Math.ceil((sent?.length ?? 0) / UPLOAD_BYTES_PER_MS));
    const reply = { headers: response.headers, body: chunksOf(response, wait) };
    if (!response.ok) throw await refusal(url, response.status, reply);
    return reply;
  };
  const text: Api["text"] = async (method, path, body) => readAll((await send(method, path, body)).body);
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

/** Waits for the parts of a response, each of which may fail to come. */
class Wait {
  private readonly abort = new AbortController();
  readonly signal = this.abort.signal;

  constructor(
    private readonly url: string,
    private readonly method: string,
  ) {}

  async for<Part>(part: Promise<Part>, mostMs = SILENCE_MS): Promise<Part> {
    const silence = new Error(`no answer within ${Math.round(mostMs / 1_000)} s`);
    const timer = setTimeout(() => this.abort.abort(silence), mostMs);
    try {
      return await part;
    } catch (error) {
      const { code, text } = causeOf(error);
      const unknown = this.method !== "GET" && !["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"].includes(code);
      const doubt = unknown ? "; the request may still have taken effect" : "";
      throw new ApiProblem(`Cannot reach ${this.url}: ${text}${doubt}`, EXIT.connection, { isTemporary: true });
    } finally {
      clearTimeout(timer);
    }
  }
}

async function* chunksOf({ body }: Response, wait: Wait): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await wait.for(reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    // After a failure the body has already ended.
    await reader.cancel().catch(() => undefined);
  }
}

/** fetch hides the actual cause behind "fetch failed" or "terminated". */
function causeOf(error: unknown): { code: string; text: string } {
  if (!(error instanceof Error)) return { code: "", text: String(error) };
  const { cause } = error;
  if (!(cause instanceof Error)) return { code: "", text: error.message };
  const code = "code" in cause ? String(cause.code) : "";
  return { code, text: cause.message || code };
}

async function refusal(url: string, status: number, { headers, body }: Reply): Promise<ApiProblem> {
  const said = await errorTextOf(body);
  if (status >= 300 && status < 400)
    return new ApiProblem(`${url} redirects to ${headers.get("location")}: use that address`, EXIT.usage, { status });
  if (status === 401)
    return new ApiProblem(`${url} does not accept the credentials${said && `: ${said}`}`, EXIT.connection, { status });
  if (status === 429 || status >= 500)
    return new ApiProblem(`${url} answers ${status}${said && `: ${said}`}`, EXIT.connection, {
      status,
      isTemporary: true,
    });
  return new ApiProblem(said || STATUS_TEXTS.get(status) || `${url} answers ${status}`, EXIT.usage, { status });
}

const STATUS_TEXTS = new Map([
  [403, messages.httpErrors[403]],
  [404, messages.httpErrors[404]],
]);

const ErrorBody = z.object({ error: z.string() });

async function errorTextOf(body: Reply["body"]): Promise<string> {
  try {
    return ErrorBody.parse(JSON.parse(await readAll(body))).error.replace(/\s+/g, " ");
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
  throw new ApiProblem(`${url} sent a response that this version does not understand${where}`, EXIT.connection);
}
