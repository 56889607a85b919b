import { z } from "zod";

/** What is known about a resource besides its own fields. */
export const ResourceFacts = z.object({
  id: z.int(),
  /** The number of things in `refs`. */
  used_by: z.int(),
  /** Its newest event; null if it is older than the feed. */
  changed_at: z.string().nullable(),
  /** Who changed it; null: the server, or a deleted user. */
  changed_by: z.string().nullable(),
});
export type ResourceFacts = z.infer<typeof ResourceFacts>;

/** The rows of a list, each with its facts. */
export function withFacts<Row extends { id: number }, Facts extends { id: number }>(rows: Row[], facts: Facts[]) {
  const byId = new Map(facts.map((one) => [one.id, one]));
  return rows.map((row) => ({ ...row, facts: byId.get(row.id) }));
}
