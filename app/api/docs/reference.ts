import { exampleOf, schemaText } from "@/app/api/docs/schema-text";
import type { Entry, EntryGroup } from "@/components/reference/entry";
import type { DescribedMethod, describeApi } from "@/lib/operation/openapi";

type Document = ReturnType<typeof describeApi>;
type Content = { schema: Readonly<Record<string, unknown>> };

/** The API document grouped for the page, in the order of its tags. */
export function toGroups({ tags, paths }: Document): EntryGroup[] {
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, about]) => ({ group: about.tags[0], entry: toEntry(path, method, about) })),
  );
  return tags
    .map(({ name }) => ({ name, entries: entries.filter(({ group }) => group === name).map(({ entry }) => entry) }))
    .filter((group) => group.entries.length > 0);
}

function toEntry(path: string, method: string, about: DescribedMethod): Entry {
  const body = about.requestBody?.content["application/json"]?.schema;
  return {
    id: about.operationId,
    method: method.toUpperCase(),
    path,
    summary: about.summary,
    access: about["x-access"],
    parameters: about.parameters.map(({ name, in: place, schema, description = "" }) => ({
      name,
      place,
      type: schemaText(schema),
      description,
    })),
    body: body ? schemaText(body) : null,
    replies: Object.entries(about.responses).map(([status, reply]) => toReply(status, reply)),
    curl: curlOf(path, method, about),
  };
}

function toReply(
  status: string,
  { description, content = {} }: { description: string; content?: Record<string, Content> },
) {
  const [type = null, body] = Object.entries(content)[0] ?? [];
  return { status, description, type, schema: body ? schemaText(body.schema) : null };
}

/** A command that works once $SIGNALBOX and $TOKEN are set and ids are filled in. */
function curlOf(path: string, method: string, { security, requestBody }: DescribedMethod): string {
  const body = requestBody?.content["application/json"]?.schema;
  const name = security.some((scheme) => "runner" in scheme) ? "X-Runner-Token: " : "Authorization: Bearer ";
  return [
    "curl",
    method === "get" ? "" : ` -X ${method.toUpperCase()}`,
    security.length > 0 ? ` -H "${name}$TOKEN"` : "",
    ` "$SIGNALBOX${path.replace(/\{\w+\}/g, "1")}"`,
    body ? ` \\\n  -d '${JSON.stringify(exampleOf(body))}'` : "",
  ].join("");
}
