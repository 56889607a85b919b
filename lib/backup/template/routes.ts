import { z } from "zod";
import { createTemplateFromYaml, exportTemplate, replaceTemplateFromYaml } from "@/lib/backup/template/operations";
import { endpoint } from "@/lib/operation/endpoint";
import { jsonReply } from "@/lib/operation/http/reply";
import { ACCEPT } from "@/lib/operation/media-type";
import { saving } from "@/lib/operation/saved";

const TYPE = "application/yaml";

/** Only the typed client takes the text as JSON, like every reply. */
export const readTemplateYaml = endpoint(exportTemplate, {
  reply: { description: "The template", schema: z.string(), type: TYPE },
  respond: (yaml, request) =>
    request.headers.get("accept") === ACCEPT
      ? jsonReply(yaml)
      : new Response(yaml, { headers: { "content-type": `${TYPE}; charset=utf-8`, "cache-control": "no-store" } }),
});

/** A body of YAML, under any name that clients know for it, or JSON with the YAML in its field. */
const form = {
  types: [TYPE, "application/x-yaml", "text/yaml", "text/x-yaml"],
  read: (body: Buffer) => ({ yaml: body.toString("utf8") }),
};

export const createFromYaml = endpoint(createTemplateFromYaml, { status: 201, form, explains: true });
export const replaceFromYaml = saving(replaceTemplateFromYaml, { form, explains: true });
