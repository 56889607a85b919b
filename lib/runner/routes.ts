import { readFile } from "node:fs/promises";
import { z } from "zod";
import { anyone } from "@/lib/access/access";
import { emptyReply, endpoint, rawEndpoint } from "@/lib/operation/endpoint";
import { AppError } from "@/lib/operation/errors";
import { updateRunner } from "@/lib/runner/operations";
import { updateProjectRunner } from "@/lib/runner/project-operations";
import type { SavedRunner } from "@/lib/runner/schema";

/** The build's output; the server's working directory is the package's folder. */
const FILE = "dist/runner.mjs";
const TYPE = "text/javascript; charset=utf-8";

/** This version's runner as one file, which needs only Node. */
export const runnerProgram = rawEndpoint(
  {
    name: "runner.program",
    summary: "The runner of this version, one file for Node.js",
    access: anyone,
    replies: { 200: { description: "The program", type: TYPE, schema: z.string() } },
  },
  async () => {
    const program = await readFile(FILE).catch((cause: unknown) => {
      throw new AppError("not_found", { cause });
    });
    return new Response(program, { headers: { "content-type": TYPE, "cache-control": "no-store" } });
  },
);

const WARNINGS_HEADER = "x-signalbox-warnings";

/** An empty body, like the peer's; warnings are in a header. */
const SAVED = {
  status: 204,
  reply: { description: `Saved; the header ${WARNINGS_HEADER} is serves_no_project if the runner gets no tasks` },
  respond: ({ warnings }: z.infer<typeof SavedRunner>) => {
    const response = emptyReply(204);
    if (warnings.length > 0) response.headers.set(WARNINGS_HEADER, warnings.join(", "));
    return response;
  },
};

export const saveRunner = endpoint(updateRunner, SAVED);
export const saveProjectRunner = endpoint(updateProjectRunner, SAVED);
