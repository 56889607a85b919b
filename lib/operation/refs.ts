import { z } from "zod";

const Ref = z.object({ id: z.int(), name: z.string() });
export type Ref = z.infer<typeof Ref>;

/** What uses an object and so prevents its deletion, except for what is deleted with it. */
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
