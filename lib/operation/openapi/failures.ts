import type { Access } from "@/lib/access/access";

const ERROR = {
  type: "object",
  description: "What is wrong, in readable text; `inUse` when other objects prevent deletion",
  properties: { error: { type: "string" }, inUse: { type: "boolean" } },
  required: ["error"],
};

const TEXT = {
  key: { type: "string", description: "Of the text, the same in every language" },
  params: { type: "object", additionalProperties: { type: ["string", "number"] } },
};

/** Schemas of the bodies of failures. */
export const ERRORS = {
  Error: ERROR,
  ExplainedError: {
    ...ERROR,
    description: `${ERROR.description}; \`refusal\` is the same for programs that translate it, with the fields it is about`,
    properties: {
      ...ERROR.properties,
      refusal: {
        type: "object",
        properties: {
          code: { type: "string" },
          ...TEXT,
          issues: {
            type: "array",
            items: { type: "object", properties: { path: { type: "string" }, ...TEXT }, required: ["path", "key"] },
          },
        },
        required: ["code"],
      },
    },
  },
};

type Failure = { description: string; content?: Record<string, { schema: { $ref: string } }> };

const withText = (description: string, schema: keyof typeof ERRORS): Failure => ({
  description,
  content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
});

type Shape = { takesInput: boolean; takesBody: boolean; hasParams: boolean; explains: boolean };

/** The ways in which a route can fail, by status; where there is nothing to say, the body is empty. */
export function failures(
  access: Access,
  { takesInput, takesBody, hasParams, explains }: Shape,
): Record<string, Failure> {
  const isPublic = access.kind === "public";
  const mayForbid =
    access.kind === "admin" || access.kind === "state" || (access.kind === "project" && access.permission !== null);
  const saying = (description: string) => withText(description, explains ? "ExplainedError" : "Error");
  return {
    ...(takesInput ? { 400: saying("A parameter or a field is wrong; the text names it") } : {}),
    ...(isPublic ? {} : { 401: saying("Not signed in, without a body; or not allowed") }),
    ...(mayForbid || (takesBody && !isPublic) ? { 403: saying("Not allowed, or sent by another site's page") } : {}),
    ...(hasParams ? { 404: saying("Not found, or not visible to the caller; mostly without a body") } : {}),
    ...(takesBody ? { 413: saying("The body is too large") } : {}),
    default: saying("Any other failure"),
  };
}
