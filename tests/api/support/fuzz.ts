import { Random } from "../../chaos/random";
import { callerOf, type Ids, type RouteCase } from "./conform";
import { type Mutation, mutationsOf } from "./mutations";
import type { Place, Reply } from "./site";

type Parameter = { name: string; in: string };
type Described = {
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: { properties?: object } }> };
};

/** Sends invalid requests to a route, at most `most`, and returns the unacceptable responses. */
export async function fuzz(place: Place, route: RouteCase, seed: number, most: number): Promise<string[]> {
  const { site } = place;
  const [method = "", template = ""] = route.route.split(" ");
  const target = async (at: Place): Promise<Ids> => ({ projectId: at.projectId, ...(await route.target?.(at)) });
  const foreign = place.elsewhere ? await target(place.elsewhere) : {};
  const described = (site.description()[`/api${template}`]?.[method.toLowerCase()] ?? {}) as Described;
  const query = (described.parameters ?? []).filter((one) => one.in === "query").map(({ name }) => name);
  const fields = Object.keys(described.requestBody?.content?.["application/json"]?.schema?.properties ?? {});
  /** The same mutations in the same order for every target. */
  const aim = async () => {
    const ids = await target(place);
    const body = await route.body?.(place, ids);
    const all = mutationsOf({ method, template, ids, foreign, body, query, fields }, new Random(seed));
    const takesAny = route.takesMore || !described.requestBody;
    const list = all.filter(({ status }) => !(takesAny && status === 413));
    return { list: list.slice(0, most), always: route.headers?.(ids) };
  };
  const offences: string[] = [];
  let aimed = await aim();
  let writes = await site.writes();
  for (let sent = 0; sent < aimed.list.length; sent++) {
    const mutation = aimed.list[sent] as Mutation;
    const { path, body } = mutation;
    const headers = { ...mutation.headers, ...aimed.always };
    const reply = await site.call(callerOf(route), method, path, { body, headers });
    const mayWrite = reply.status === route.status || reply.status === route.records;
    const problem = problemWith(reply, mutation, !mayWrite && (await site.writes()) !== writes);
    if (problem) offences.push(`${route.route} with ${mutation.what}: ${problem}`);
    if (route.usesUp && reply.status < 400) aimed = await aim();
    writes = await site.writes();
  }
  return [...offences, ...site.offences.splice(0)];
}

function problemWith(
  { status, body, text }: Reply,
  { field, status: expected }: Mutation,
  wrote: boolean,
): string | null {
  if (expected && status !== expected) return `${status} instead of ${expected}`;
  if (status < 400) return null;
  if (status >= 500) return `${status} ${text.slice(0, 200)}`;
  if (wrote) return `${status}, but something was written`;
  if (![400, 409, 413, 422].includes(status)) return null;
  const error = (body as { error?: unknown } | null)?.error;
  if (typeof error !== "string" || error === "") return `${status} without an error: ${text.slice(0, 200)}`;
  return field && !names(error, field) ? `"${error.slice(0, 200)}" does not name ${field}` : null;
}

/** Whether an error text names a field: literally, by one of its words, or by the effect of the change on another. */
function names(error: string, field: string): boolean {
  const words = field.split(/[._]/).filter((word) => word.length > 1);
  const isSaid = (word: string) => error.toLowerCase().includes(word.toLowerCase());
  return [...words, ...(SAID[field] ?? [])].some(isSaid) || /^[a-z_]+(\.|\[|: )/.test(error) || SAID_OF_ALL.test(error);
}

/** How Semaphore's texts name fields. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  json: ["Extra variables"],
  env: ["Environment variables"],
  active: ["Invalid request body"],
  yaml: ["template name"],
};

/** Errors that are not about a single field. */
const SAID_OF_ALL =
  /already finished|Larger than|nested too deeply|token|(attempt|check|test) has ended|continues at a different line/;
