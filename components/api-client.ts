import { sessionEnd } from "@/components/session/session-end";
import { type Call, client, type Route, requestOf, type Send } from "@/lib/client/client";
import { ACCEPT } from "@/lib/operation/media-type";

/** A failed API request; `message` is the server's text, or empty. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly body: unknown = null,
  ) {
    super(message);
  }
}

/** There is no such thing, or not for this user. */
export const isMissing = (thrown: unknown): boolean =>
  thrown instanceof ApiError && [400, 403, 404].includes(thrown.status);

/** The session has ended: a 401 that says nothing else. */
export const isSignedOut = (thrown: unknown): boolean =>
  thrown instanceof ApiError && thrown.status === 401 && thrown.message === "";

const send = ({ method, path, body, signal }: Parameters<Send>[0]): Promise<Response> =>
  succeed(
    fetch(`/api${path}`, {
      method,
      headers: { accept: ACCEPT, ...(body !== undefined && { "content-type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    }),
  );

/** Client of our own API, with the session's cookie. */
export const api = client(async (request) => (await send(request)).text());

/** Downloads a file and saves it under a name. */
export async function apiDownload<R extends Route>(route: R, call: Call<R>, name: string): Promise<void> {
  saveFile(await (await send(requestOf(route, call))).blob(), name);
}

/** Has the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Throws unless the response is a success, and notes the end of the session. */
export async function succeed(reply: Promise<Response>): Promise<Response> {
  const response = await reply;
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  const error = new ApiError(response.status, errorIn(body), body);
  if (isSignedOut(error)) sessionEnd.report();
  throw error;
}

const errorIn = (body: unknown): string =>
  typeof body === "object" && body !== null && "error" in body ? String(body.error) : "";
