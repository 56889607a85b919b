/**
 * Error fields in which Postgres may quote the values of a failed statement, next to the value lists postgres.js
 * attaches.
 */
const TEXTS = ["detail", "where"];
const LISTS = ["args", "parameters"];

/** Removes the values of a failed statement from the driver's error, in place: they may be secrets. */
export function withoutValues<Thrown>(error: Thrown): Thrown {
  if (!(error instanceof Error)) return error;
  const { message } = error;
  const plain = plainMessage(error);
  error.message = plain;
  error.stack = error.stack?.replace(message, () => plain);
  for (const name of TEXTS) Reflect.deleteProperty(error, name);
  for (const name of LISTS) emptyList(Reflect.get(error, name));
  return error;
}

/** Postgres quotes data that it cannot parse. */
function plainMessage(error: Error): string {
  const isAboutData = "code" in error && typeof error.code === "string" && /^22\w{3}$/.test(error.code);
  return isAboutData ? error.message.replace(/".*"/s, '"…"') : error.message;
}

function emptyList(list: unknown): void {
  if (Array.isArray(list)) list.length = 0;
}
