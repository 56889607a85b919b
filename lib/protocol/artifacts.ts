import { z } from "zod";
import { line } from "@/lib/protocol/storable";

/** Names the file that a task's programs write Markdown to, and the folder for files that are kept with the task. */
export const SUMMARY_VARIABLE = "SIGNALBOX_SUMMARY";
export const ARTIFACTS_VARIABLE = "SIGNALBOX_ARTIFACTS";

/** Limit of the Markdown; what goes beyond it is cut. */
export const MAX_SUMMARY_BYTES = 512 * 1024;
/** Limit of one call, before it is encoded. */
export const MAX_PART_BYTES = 512 * 1024;
export const MAX_ARTIFACTS = 1_000;
export const MAX_ARTIFACT_PATH = 1_000;
/** A runner does not read larger files; the server may want smaller ones, see HelloReply. */
export const MAX_ARTIFACT_BYTES = 2 ** 31 - 1;

/** POST …/tasks/{id}/summary: the whole text, masked; a later one takes its place. */
export const SummaryRequest = z.object({ attempt: z.int32(), text: line(MAX_SUMMARY_BYTES) });

const Size = z.int().min(0).max(MAX_ARTIFACT_BYTES);
const PART_LENGTH = Math.ceil(MAX_PART_BYTES / 3) * 4;

/** POST …/tasks/{id}/artifacts: a part of a file. The first call for a file has `offset` 0. */
export const ArtifactRequest = z.object({
  attempt: z.int32(),
  /** In the folder, with slashes. */
  path: line(MAX_ARTIFACT_PATH).min(1),
  size: Size,
  /** SHA-256 of the whole file: a file with another one takes its place. */
  checksum: z.string().regex(/^[0-9a-f]{64}$/),
  offset: Size,
  content: z.base64().max(PART_LENGTH),
});

/** What a file, the files of a task or those of a project go beyond. */
const ArtifactLimit = z.enum(["file", "task", "project", "count"]);

export const ArtifactReply = z.object({
  /** The runner goes on from here; the file is complete when this is its size. */
  next_offset: Size,
  /** The file is not kept; `most` is the limit in bytes, or of `count` in files. */
  refused: z.object({ limit: ArtifactLimit, most: z.number() }).nullable(),
});
