import { type DriftItem, type DriftReport, MAX_DRIFT_ITEMS } from "@/lib/protocol/drift";
import { beginning, storable } from "@/lib/protocol/storable";

/** What one step of a check has found; `drifted` may be known where the items are not. */
export type FoundDrift = { drifted: boolean; items: readonly DriftItem[] };

const MAX_ADDRESS = 1000;
const MAX_TYPE = 300;
const MAX_NAMED = 20;

/** One item for each address. What was changed outside stays so, whatever a later step would do about it. */
export function mergeDrift(before: FoundDrift | null, more: FoundDrift): FoundDrift {
  const items = new Map<string, DriftItem>();
  for (const item of [...(before?.items ?? []), ...more.items]) {
    const key = `${item.type} ${item.address}`;
    items.set(key, { ...item, outside: item.outside || (items.get(key)?.outside ?? false) });
  }
  return { drifted: (before?.drifted ?? false) || more.drifted || items.size > 0, items: [...items.values()] };
}

/** What the console takes: names without secrets, cut where they are too long. */
export function reportOf({ drifted, items }: FoundDrift, mask: (text: string) => string): DriftReport {
  const named = (text: string, max: number) => storable(beginning(mask(text), max));
  return {
    drifted,
    count: items.filter(({ type }) => type !== "output").length,
    items: items
      .slice(0, MAX_DRIFT_ITEMS)
      .map((item) => ({ ...item, address: named(item.address, MAX_ADDRESS), type: named(item.type, MAX_TYPE) })),
  };
}

/** For the log. */
export function describeDrift(found: FoundDrift | null): string[] {
  if (!found) return ["the check has found nothing out"];
  if (!found.drifted) return ["in sync"];
  const { items } = found;
  const named = items.slice(0, MAX_NAMED).map(({ address, action }) => `  ${action} ${address}`);
  const rest = items.length > MAX_NAMED ? [`  and ${items.length - MAX_NAMED} more`] : [];
  return ["drifted", ...named, ...rest];
}
