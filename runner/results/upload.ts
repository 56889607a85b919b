import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { z } from "zod";
import { ARTIFACTS_VARIABLE, type ArtifactReply, MAX_ARTIFACT_PATH, MAX_PART_BYTES } from "@/lib/protocol/artifacts";
import { noArtifactKept, notKept, notTaken } from "@/lib/protocol/runner-lines";
import { UNSTORABLE } from "@/lib/protocol/storable";
import type { Answer } from "@/runner/client";
import type { AttemptClient } from "@/runner/client/attempt";
import { notice } from "@/runner/daemon/notice";
import { describeError } from "@/runner/job/problem";
import type { AttemptRecord } from "@/runner/job/record";
import { type ArtifactFile, artifactFiles } from "@/runner/results/artifact-files";
import { artifactsFolder, isReplaced } from "@/runner/results/folders";
import { maskedSummary } from "@/runner/results/summary";
import { maskedReport } from "@/runner/results/tests";
import { isUnused } from "@/runner/results/unused";
import type { Workspace } from "@/runner/workspace";

type Reply = z.output<typeof ArtifactReply>;
type Refusal = NonNullable<Reply["refused"]>;
type Ports = {
  server: Pick<AttemptClient, "takesResults" | "largestArtifact" | "summary" | "tests" | "artifact">;
  note(text: string): void;
};

const MEGABYTE = 1024 * 1024;
/** So many files are named one by one. */
const MAX_NAMED = 20;
/** What Node.js reads instead of bytes that are not UTF-8. */
const REPLACEMENT = "\ufffd";

/**
 * Uploads the summary, the tests and the artifacts of an attempt; says which files are not kept, and why. False if
 * `deadline` aborted before the server had everything.
 */
export async function uploadResults(
  { place, log }: Pick<AttemptRecord, "place" | "log">,
  server: Ports["server"],
  deadline?: AbortSignal,
): Promise<boolean> {
  if (!place || !server.takesResults || isUnused(place.workspace)) return true;
  const ports = { server, note: (text: string) => log.note(text) };
  try {
    await uploadSummary(place.workspace, ports);
    await uploadTests(place.workspace, ports);
    await uploadArtifacts(place.workspace, ports);
  } catch (error) {
    if (deadline?.aborted) return false;
    // Results decide nothing about how the task ends. If the server has given the attempt up, its other calls find out.
    notice(`task ${place.saved.task_id}: not all of its results could be uploaded: ${describeError(error)}`);
  }
  return true;
}

export async function uploadSummary(place: Workspace, { server, note }: Ports): Promise<void> {
  const text = await maskedSummary(place);
  const answer = text === null ? null : await server.summary({ text });
  if (answer && !answer.ok && answer.kind === "rejected") note(notTaken(`the summary: ${answer.message}`));
}

async function uploadTests(place: Workspace, { server, note }: Ports): Promise<void> {
  const report = await maskedReport(place);
  const answer = report ? await server.tests({ report }) : null;
  if (answer && !answer.ok && answer.kind === "rejected") note(notTaken(`the tests: ${answer.message}`));
}

async function uploadArtifacts(place: Workspace, ports: Ports): Promise<void> {
  const folder = artifactsFolder(place);
  if (await isReplaced(folder)) ports.note(noArtifactKept(`${ARTIFACTS_VARIABLE} is no longer the task's own folder`));
  let left = 0;
  for await (const file of artifactFiles(folder)) {
    const problem = await uploadArtifact(file, ports);
    if (problem === "over") return;
    if (problem === null) continue;
    left += 1;
    if (left <= MAX_NAMED) ports.note(notKept(`the artifact ${JSON.stringify(file.path)} is`, `: ${problem}`));
  }
  if (left > MAX_NAMED) ports.note(notKept(`${left - MAX_NAMED} more artifacts are`));
}

/** Why it is not kept; null: it is. `over`: the server takes nothing of this attempt any more. */
async function uploadArtifact({ path, open }: ArtifactFile, { server }: Ports): Promise<string | "over" | null> {
  if (path.length > MAX_ARTIFACT_PATH || UNSTORABLE.test(path) || path.includes(REPLACEMENT))
    return "its name is too long or not valid UTF-8";
  const file = await open();
  if (!file) return "it is no file, or lies outside of the folder or too deep in it";
  try {
    const { size } = await file.stat();
    if (size > server.largestArtifact) return describe({ limit: "file", most: server.largestArtifact });
    const about = { path, size, checksum: await checksumOf(file) };
    for (let offset = 0, first = true; first || offset < size; first = false) {
      const content = await partOf(file, offset, size);
      const answer: Answer<Reply> = await server.artifact({ ...about, offset, content });
      if (!answer.ok) return answer.kind === "rejected" ? answer.message : "over";
      if (answer.value.refused) return describe(answer.value.refused);
      offset = answer.value.next_offset;
    }
    return null;
  } catch (error) {
    if (error instanceof ChangedFile) return "it changed while it was read";
    throw error;
  } finally {
    await file.close();
  }
}

class ChangedFile extends Error {}

async function checksumOf(file: FileHandle): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of file.createReadStream({ start: 0, autoClose: false })) hash.update(part);
  return hash.digest("hex");
}

async function partOf(file: FileHandle, offset: number, size: number): Promise<string> {
  const length = Math.min(MAX_PART_BYTES, size - offset);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  if (bytesRead < length) throw new ChangedFile();
  return buffer.toString("base64");
}

function describe({ limit, most }: Refusal): string {
  const size = `${Math.round((most / MEGABYTE) * 10) / 10} MB`;
  switch (limit) {
    case "file":
      return `it is larger than ${size}, the limit of a file (SIGNALBOX_ARTIFACT_FILE_MB)`;
    case "task":
      return `the artifacts of a task may take ${size} (SIGNALBOX_ARTIFACT_TASK_MB)`;
    case "project":
      return `the artifacts of a project may take ${size} (SIGNALBOX_ARTIFACT_PROJECT_MB)`;
    case "count":
      return `a task may keep ${most} artifacts`;
  }
}
