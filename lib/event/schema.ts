import { z } from "zod";

/** One line of the activity feed. */
export const Event = z.object({
  user_id: z.int().nullable(),
  project_id: z.int().nullable(),
  integration_id: z.int().nullable(),
  object_id: z.int().nullable(),
  object_type: z.string(),
  description: z.string(),
  created: z.string(),
  object_name: z.string(),
  project_name: z.string().nullable(),
  /** Login name. */
  username: z.string().nullable(),
});
export type Event = z.infer<typeof Event>;
