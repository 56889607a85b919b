import { z } from "zod";

/** A name that the template's environments give its tasks, and which of them wins. */
export const TemplateVariable = z.object({
  /** `var`: an extra variable; `env`: an environment variable. */
  kind: z.enum(["var", "env"]),
  name: z.string(),
  secret: z.boolean(),
  environment_id: z.int(),
  environment: z.string(),
  /** Names of the environments whose value it replaces. */
  overrides: z.array(z.string()),
});
export type TemplateVariable = z.infer<typeof TemplateVariable>;
