import { z } from "zod";

/** A failed request to our own API; `message` is the server's text, or empty. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** GET from our own API, for live refresh, paging and search; the answer is parsed with the operation's output schema. */
export async function apiGet<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  signal?: AbortSignal,
): Promise<z.output<Schema>> {
  const response = await fetch(path, { headers: { accept: "application/json" }, signal });
  if (response.status === 401) window.location.assign("/auth/login");
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, ErrorBody.safeParse(body).data?.error ?? "");
  return schema.parse(body);
}

const ErrorBody = z.object({ error: z.string() });
