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

type Stored = { environment_id: number | null; environment_ids: number[] };
type Sent = { environment_id?: number | null | undefined; environment_ids?: number[] | null | undefined };

/**
 * The environments to store, in their order. A client that knows only the first one keeps the others as long as it does
 * not change it; one that changed or removed only the first in a whole object replaces or removes that.
 */
export function environmentsOf(
  { environment_id: first, environment_ids: list }: Sent,
  stored: Stored | null,
): number[] {
  const single = first ? [first] : [];
  if (!list) return stored && stored.environment_id === (first ?? null) ? stored.environment_ids : single;
  const isEcho = stored !== null && String(list) === String(stored.environment_ids);
  if (!isEcho || first === undefined || first === list[0]) return list;
  return [...single, ...list.slice(1).filter((id) => id !== first)];
}
