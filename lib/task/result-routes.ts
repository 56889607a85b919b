import { z } from "zod";
import { database } from "@/db/client";
import { endpoint } from "@/lib/operation/endpoint";
import { streamed } from "@/lib/operation/http/stream";
import { stateWriter } from "@/lib/state/routes";
import { hideSecrets } from "@/lib/task/attempt/secret-values";
import { openArtifact } from "@/lib/task/result-operations";
import { artifactContent } from "@/lib/task/results/artifacts";
import { attachment, mediaTypeOf } from "@/lib/task/schema/artifact";

/** The state of a task is a result of it, too, and its outputs may contain the task's secrets. */
export const writeState = stateWriter(hideSecrets);

/** Saved, not opened; should a browser open it after all, it runs nothing and is of no origin. */
const ISOLATED = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

export const download = endpoint(openArtifact, {
  reply: {
    description: "The content, with the type of its extension",
    type: "application/octet-stream",
    schema: z.string(),
  },
  respond: ({ id, path, size }, { method }) =>
    streamed(method, artifactContent(database(), id), {
      "content-type": mediaTypeOf(path),
      "content-length": String(size),
      "content-disposition": attachment(path),
      "content-security-policy": ISOLATED,
      "x-content-type-options": "nosniff",
    }),
});
