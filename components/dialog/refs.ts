type Ref = { id: number; name: string };

export const REF_KINDS = ["templates", "inventories", "repositories", "schedules", "integrations"] as const;
export type RefKind = (typeof REF_KINDS)[number];

/** Items that use another one, by kind. */
export type Refs = Partial<Record<RefKind, Ref[]>>;

export const hasRefs = (refs: Refs | null): refs is Refs =>
  refs !== null && REF_KINDS.some((kind) => (refs[kind]?.length ?? 0) > 0);

/** Splits references into those that block a deletion and those deleted along (the kinds in `cascades`). */
export function splitRefs(refs: Refs | null, cascades: readonly RefKind[]): { keeps: Refs | null; goes: Refs | null } {
  const only = (wanted: boolean): Refs | null => {
    const kinds = REF_KINDS.filter((kind) => cascades.includes(kind) === wanted);
    const part: Refs = Object.fromEntries(kinds.map((kind) => [kind, refs?.[kind] ?? []]));
    return hasRefs(part) ? part : null;
  };
  return { keeps: only(false), goes: only(true) };
}
