import type { Access } from "@/lib/access/access";

type Failure = { description: string; content?: Record<string, { schema: { $ref: string } }> };

const withText = (description: string): Failure => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});

type Shape = { takesInput: boolean; takesBody: boolean; hasParams: boolean };

/** The ways in which a route can fail, by status; a body without a text is empty. */
export function failures(access: Access, { takesInput, takesBody, hasParams }: Shape): Record<string, Failure> {
  const isPublic = access.kind === "public";
  const mayForbid =
    access.kind === "admin" || access.kind === "state" || (access.kind === "project" && access.permission !== null);
  return {
    ...(takesInput ? { 400: withText("A parameter or a field is wrong; the text names it") } : {}),
    ...(isPublic ? {} : { 401: { description: "Not signed in, or not allowed" } }),
    ...(mayForbid || (takesBody && !isPublic) ? { 403: withText("Not allowed, or sent by another site's page") } : {}),
    ...(hasParams ? { 404: { description: "Not found, or not visible to the caller" } } : {}),
    ...(takesBody ? { 413: withText("The body is too large") } : {}),
    default: withText("Any other failure"),
  };
}
