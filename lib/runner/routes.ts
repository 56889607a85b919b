import { readFile } from "node:fs/promises";
import { z } from "zod";
import { anyone } from "@/lib/access/access";
import { rawEndpoint } from "@/lib/operation/endpoint";
import { AppError } from "@/lib/operation/errors";
import { saving } from "@/lib/operation/saved";
import { updateRunner } from "@/lib/runner/operations";
import { updateProjectRunner } from "@/lib/runner/project-operations";

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

export const saveRunner = saving(updateRunner);
export const saveProjectRunner = saving(updateProjectRunner);
