import type { z } from "zod";

/** A failed request to our own API; `message` is the server's text, or empty. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** GET from our own API; the answer is parsed with the operation's output schema. For what is changed and sent back. */
export async function apiGet<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  signal?: AbortSignal,
): Promise<z.output<Schema>> {
  return schema.parse(await apiRead(path, signal));
}

/** GET from our own API, for what is only shown: the server's check of its answer has to do, so that lists load no schemas. */
export async function apiRead<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return (await answerOf(path, signal)).json();
}

/** GET of a file, which the browser then saves under a name. */
export async function apiDownload(path: string, name: string): Promise<void> {
  const url = URL.createObjectURL(await (await answerOf(path)).blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

async function answerOf(path: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(path, { headers: { accept: "application/json" }, signal });
  if (response.ok) return response;
  if (response.status === 401) window.location.assign("/auth/login");
  const body: unknown = await response.json().catch(() => null);
  throw new ApiError(response.status, errorIn(body));
}

const errorIn = (body: unknown): string =>
  typeof body === "object" && body !== null && "error" in body ? String(body.error) : "";
