import { z } from "zod";
import { storable } from "@/lib/protocol/storable";

const Params = z.record(z.string(), z.union([z.string(), z.number()]));

/** One reason why a task was refused, as records keep it. `key` is one of messages.errors; another release may not have it. */
export const RefusalIssue = z.object({ path: z.string(), key: z.string(), params: Params.optional() });
export type RefusalIssue = z.infer<typeof RefusalIssue>;

/** The issues as the database can hold them. */
export const storableIssues = (issues: readonly RefusalIssue[]): RefusalIssue[] =>
  issues.map(({ path, key, params = {} }) => ({
    path: storable(path),
    key,
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, typeof value === "string" ? storable(value) : value]),
    ),
  }));
