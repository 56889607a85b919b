const JSON_TYPE = "application/json";

/** Our own form of replies, with everything an operation returns; plain JSON has the fields that clients of the peer know. */
export const OWN_TYPE = "application/vnd.signalbox+json";

/** Of our own clients: replies that have only one form come as plain JSON. */
export const ACCEPT = `${OWN_TYPE}, ${JSON_TYPE};q=0.9`;

type Form = { isOwn: boolean; headers: Record<string, string> };

/** The form that an Accept header asks for. Wildcards don't count, because clients of the peer send them too. */
export function formFor(accept: string | null): Form {
  const ranges = (accept ?? "").split(",").map((range) => range.split(";", 1)[0]?.trim().toLowerCase());
  const isOwn = ranges.includes(OWN_TYPE);
  return { isOwn, headers: { "content-type": isOwn ? OWN_TYPE : JSON_TYPE, vary: "Accept" } };
}
