import { z } from "zod";

/** As many issues as an answer names: more would not help its reader. */
export const MAX_ISSUES = 100;

/**
 * Reads the entries of a list one after the other, and stops at so many issues: those of a hostile list of lists would fill
 * the memory. `max` and its message are those of `z.array`.
 */
export const entriesOf = <Entry extends z.ZodType>(entry: Entry, max: number, message?: string, most = MAX_ISSUES) =>
  z
    .array(z.unknown())
    .max(max, message)
    .transform((values, context): z.output<Entry>[] => {
      const entries: z.output<Entry>[] = [];
      let issues = 0;
      for (const [at, value] of values.entries()) {
        const { success, data, error } = entry.safeParse(value);
        if (success) entries.push(data);
        for (const issue of error?.issues.slice(0, most - issues) ?? []) {
          context.addIssue({ ...issue, path: [at, ...issue.path] });
          issues += 1;
        }
        if (issues >= most) break;
      }
      return entries;
    });
