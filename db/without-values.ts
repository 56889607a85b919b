/** Where Drizzle and Postgres keep what a failed statement was given, and postgres.js in lists that stay with the error. */
const VALUES = ["params", "detail", "where"];
const LISTS = ["args", "parameters"];

/** Takes the values of a failed statement out of an error and its causes, in place: they may be anybody's secrets. */
export function withoutValues<Thrown>(thrown: Thrown): Thrown {
  for (let error: unknown = thrown; error instanceof Error; error = error.cause) {
    const { message } = error;
    const plain = plainMessage(error);
    error.message = plain;
    error.stack = error.stack?.replace(message, () => plain);
    for (const name of VALUES) Reflect.deleteProperty(error, name);
    for (const name of LISTS) emptyList(Reflect.get(error, name));
  }
  return thrown;
}

function plainMessage(error: Error): string {
  if ("params" in error && "query" in error) return `Failed query: ${error.query}`;
  // Postgres quotes data that it cannot read.
  const isAboutData = "code" in error && typeof error.code === "string" && /^22\w{3}$/.test(error.code);
  return isAboutData ? error.message.replace(/".*"/s, '"…"') : error.message;
}

/** A refused connection leaves errors whose lists are not there. */
function emptyList(list: unknown): void {
  if (Array.isArray(list)) list.length = 0;
}
