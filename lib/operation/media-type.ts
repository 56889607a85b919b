const JSON_TYPE = "application/json";

/** Our own form of replies, with everything an operation returns; plain JSON has the fields that clients of Semaphore know. */
export const OWN_TYPE = "application/vnd.signalbox+json";

/** What our own clients accept: replies that have only one form come as plain JSON. */
export const ACCEPT = `${OWN_TYPE}, ${JSON_TYPE};q=0.9`;

/** Media type of a body, without its parameters; "" if the header is missing. */
export const mediaTypeOf = (headers: Headers): string =>
  (headers.get("content-type") ?? "").split(";", 1).join().trim().toLowerCase();

type Form = { isOwn: boolean; headers: Record<string, string> };

/** The form that an Accept header asks for. Wildcards don't count, because clients of Semaphore send them too. */
export function formFor(accept: string | null): Form {
  const own = qualityOf(accept, OWN_TYPE);
  const isOwn = own > 0 && own >= qualityOf(accept, JSON_TYPE);
  return { isOwn, headers: { "content-type": isOwn ? OWN_TYPE : JSON_TYPE, vary: "Accept" } };
}

/** How much a type is wanted, from 0 to 1; 0 if the header does not name it. */
function qualityOf(accept: string | null, type: string): number {
  const ranges = (accept ?? "").toLowerCase().split(",");
  const wanted = ranges.map((range) => range.split(";").map((part) => part.trim())).find(([name]) => name === type);
  if (!wanted) return 0;
  const quality = wanted.find((part) => part.startsWith("q="));
  return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
}
