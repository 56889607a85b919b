import { z } from "zod";

/** How an application appears and is run; blank texts leave the built-in ones in force. */
export const App = z.object({
  id: z.string(),
  active: z.boolean(),
  priority: z.int(),
  title: z.string(),
  icon: z.string(),
  color: z.string(),
  dark_color: z.string(),
  /** The command instead of the built-in one. */
  path: z.string(),
  args: z.array(z.string()).nullable(),
});
export type App = z.infer<typeof App>;
