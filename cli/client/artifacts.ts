import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { visibleText } from "@/lib/protocol/visible-text";
import { Artifact } from "@/lib/task/schema/artifact";
import { type Api, ApiProblem } from "../api/api";
import { findTask, type TaskRef } from "../api/find";
import { connect } from "../api/login-file";
import { CommandProblem } from "../problem";
import { command } from "../terminal/command";
import { printJson, printText } from "../terminal/print";

/** `signalbox artifacts`: lists the files that a task left, or saves them. */
export const artifacts = command({
  usage: "artifacts <task> [options]",
  takes: [1, 1],
  help: `Lists the files that a task left in SIGNALBOX_ARTIFACTS, with their sizes in bytes.

  --project <project>   its project; by default, all your projects are searched
  --download <folder>   saves them there, in folders as the task left them
  --json                the list as JSON
`,
  options: { project: { type: "string" }, download: { type: "string" }, json: { type: "boolean" } },
  run: async (values, wanted = "") => {
    const api = connect();
    const params = await findTask(api, wanted, values.project);
    const found = await api.read("GET /project/:projectId/tasks/:taskId/artifacts", { params }, z.array(Artifact));
    if (values.download !== undefined) for (const one of found) await save(api, params, one, values.download);
    if (values.json) printJson(found);
    else for (const { path, size } of found) printText(`${size}\t${visibleText(path)}`);
  },
});

/** A half of a file is worse than none. */
async function save(api: Api, { projectId, taskId }: TaskRef, { id, path }: Artifact, folder: string): Promise<void> {
  const target = placeIn(folder, path);
  const { body } = await api.send("GET", `/project/${projectId}/tasks/${taskId}/artifacts/${id}`);
  await mkdir(dirname(target), { recursive: true });
  try {
    await pipeline(body, createWriteStream(target));
  } catch (error) {
    await rm(target, { force: true });
    if (error instanceof ApiProblem) throw error;
    throw new CommandProblem(
      `${visibleText(path)} could not be saved: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** A server must not make the client write elsewhere. */
function placeIn(folder: string, path: string): string {
  const root = resolve(folder);
  const target = resolve(join(root, path));
  if (!target.startsWith(root + sep)) throw new CommandProblem(`${visibleText(path)} lies outside of ${folder}`);
  return target;
}
