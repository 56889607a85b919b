import { z } from "zod";
import { isDeeperThan, MAX_LEVELS } from "@/lib/protocol/json-object";
import { isStorable } from "@/lib/protocol/json-text";
import { line } from "@/lib/protocol/storable";

/** Names the file that a task's programs write values to, for what follows the task. */
export const OUTPUT_VARIABLE = "SIGNALBOX_OUTPUT";

export const MAX_OUTPUTS = 200;
/** Limit of all values of a task together, as JSON. */
export const MAX_OUTPUT_BYTES = 256 * 1024;

export const OutputName = line(200).regex(/^[\p{L}_][\p{L}\p{N}_.-]*$/u);

/** What the database can hold, and what can be read without running out of stack. */
export const OutputContent = z
  .unknown()
  .refine((value) => !isDeeperThan(value, MAX_LEVELS) && isStorable(value), { error: "invalid", abort: true })
  .pipe(z.json());

/** A secret one is sealed by the server and shown to nobody. */
export const TaskOutput = z.object({ name: OutputName, value: OutputContent, secret: z.boolean() });
export type TaskOutput = z.infer<typeof TaskOutput>;

/** POST …/tasks/{id}/outputs: all of them, before the task finishes; a later call takes the place of an earlier one. */
export const OutputsRequest = z.object({
  attempt: z.int32(),
  outputs: z
    .array(TaskOutput)
    .max(MAX_OUTPUTS)
    .refine((outputs) => sizeOf(outputs) <= MAX_OUTPUT_BYTES, "invalid"),
});

/** Size of the values as JSON, in bytes. */
export const sizeOf = (outputs: readonly TaskOutput[]): number =>
  outputs.reduce((sum, { value }) => sum + new TextEncoder().encode(JSON.stringify(value)).length, 0);
