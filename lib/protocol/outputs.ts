import { z } from "zod";
import { line } from "@/lib/protocol/runner";

/** Names the file that a task's programs write values to, for what follows the task. */
export const OUTPUT_VARIABLE = "SIGNALBOX_OUTPUT";

export const MAX_OUTPUTS = 200;
/** Of all values of a task as JSON. */
export const MAX_OUTPUT_BYTES = 256 * 1024;

export const OutputName = line(200).regex(/^[\p{L}_][\p{L}\p{N}_.-]*$/u);

/** A secret one is sealed by the server and shown to nobody. */
export const TaskOutput = z.object({ name: OutputName, value: z.json(), secret: z.boolean() });
export type TaskOutput = z.infer<typeof TaskOutput>;

/** POST …/tasks/{id}/outputs: all of them, before the task finishes; a later call takes the place of an earlier one. */
export const OutputsRequest = z.object({ attempt: z.int32(), outputs: z.array(TaskOutput).max(MAX_OUTPUTS) });
