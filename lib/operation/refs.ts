import { z } from "zod";

const Ref = z.object({ id: z.int(), name: z.string() });

/** What uses an object, and so keeps it from being deleted. */
export const Refs = z.object({
  templates: z.array(Ref),
  inventories: z.array(Ref),
  repositories: z.array(Ref),
  schedules: z.array(Ref),
  integrations: z.array(Ref),
});
export type Refs = z.infer<typeof Refs>;

export const NO_REFS: Refs = { templates: [], inventories: [], repositories: [], schedules: [], integrations: [] };

export const hasRefs = (refs: Refs): boolean => Object.values(refs).some((list) => list.length > 0);
