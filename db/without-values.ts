/** Where Postgres tells of the values of a failed statement, and the lists of them that postgres.js fixes to its error. */
const TEXTS = ["detail", "where"];
const LISTS = ["args", "parameters"];

/** Takes the values of a failed statement out of the driver's error, in place: they may be anybody's secrets. */
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

/** Postgres quotes data that it cannot read. */
function plainMessage(error: Error): string {
  const isAboutData = "code" in error && typeof error.code === "string" && /^22\w{3}$/.test(error.code);
  return isAboutData ? error.message.replace(/".*"/s, '"…"') : error.message;
}

function emptyList(list: unknown): void {
  if (Array.isArray(list)) list.length = 0;
}
