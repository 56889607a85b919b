import { z } from "zod";

/** What was changed to make sense of a request; replies of our own form list it. Absent: nothing. */
const WARNINGS = ["type_mapped", "start_version_missing"] as const;
export type Warning = (typeof WARNINGS)[number];
export const Warnings = z.array(z.enum(WARNINGS)).optional();

/** The reply of an update. */
export const Saved = z.object({ warnings: Warnings });

/**
 * Replaces what only Semaphore knows, in a body about to be parsed; null leaves it. The body's `warnings`, which its schema
 * needs, then say so.
 */
export const mending =
  (warning: Warning, mend: (sent: Readonly<Record<string, unknown>>) => object | null) =>
  (body: unknown): unknown => {
    const { success, data: sent } = z.record(z.string(), z.unknown()).safeParse(body);
    if (!success) return body;
    const changes = mend(sent);
    return { ...sent, ...changes, warnings: changes ? [warning] : undefined };
  };
