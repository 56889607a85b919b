import type { PlanAttribute, PlanChange, PlanChanges, PlanValue, TaskPlan } from "@/lib/protocol/plan";
import { MAX_PLAN_BYTES } from "@/lib/protocol/plan";
import { beginning, storable } from "@/lib/protocol/storable";

/** A plan as its tool reports it. `secrets`: what it marks as sensitive anywhere. */
export type FoundPlan = PlanChanges & { secrets: string[] };

/** Longer values are cut. */
const MAX_TEXT = 1_000;
const MAX_ATTRIBUTES = 200;
const MAX_NAME = 1_000;
/** Shorter texts, as "yes", are no secrets worth hiding elsewhere. */
const MIN_SECRET = 4;
/** Values are left out before resources are. */
const KEPT_FOR_NAMES = MAX_PLAN_BYTES / 4;
/** If not all can be listed, what destroys is. */
const RANK = { replace: 0, delete: 0, update: 1, create: 2, forget: 3, other: 4, read: 5 };

type Group = keyof PlanChanges;

type Mask = (text: string) => string;
type Hide = (value: PlanValue) => PlanValue;

/** The plan as it may leave: without a secret, and small enough. */
export function planToSend({ secrets, ...changes }: FoundPlan, checksum: string, mask: Mask): TaskPlan {
  const hide = hider(secrets, mask);
  const room = { bytes: MAX_PLAN_BYTES };
  const plan: TaskPlan = { resources: [], drift: [], outputs: [], checksum, omitted: 0 };
  for (const { group, change } of inOrder(changes)) {
    const head = headOf(change, mask);
    room.bytes -= sizeOf(head);
    if (room.bytes < 0) plan.omitted += 1;
    else plan[group].push({ ...head, ...listed(change.attributes, hide, mask, room) });
  }
  return plan;
}

function inOrder({ resources, drift, outputs }: PlanChanges): { group: Group; change: PlanChange }[] {
  const of = (group: Group, list: PlanChange[]) => list.map((change) => ({ group, change }));
  const all = [...of("resources", resources), ...of("outputs", outputs), ...of("drift", drift)];
  const byAddress = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  return all.sort(
    (a, b) => RANK[a.change.action] - RANK[b.change.action] || byAddress(a.change.address, b.change.address),
  );
}

/** Names everything about a change but its values. */
function headOf(change: PlanChange, mask: Mask): PlanChange {
  const name = nameWith(mask);
  return {
    ...change,
    address: name(change.address),
    module: name(change.module),
    type: name(change.type),
    reason: name(change.reason),
    previous_address: change.previous_address === null ? null : name(change.previous_address),
    forced_by: change.forced_by.slice(0, MAX_ATTRIBUTES).map(name),
    attributes: [],
  };
}

/** As many values as there is room for: hiding and measuring the others would take time for nothing. */
function listed(
  attributes: PlanAttribute[],
  hide: Hide,
  mask: Mask,
  room: { bytes: number },
): Pick<PlanChange, "attributes" | "omitted"> {
  const name = nameWith(mask);
  const shown: PlanAttribute[] = [];
  for (const { path, before, after } of attributes.slice(0, MAX_ATTRIBUTES)) {
    const attribute = { path: name(path), before: hide(before), after: hide(after) };
    if (room.bytes - sizeOf(attribute) < KEPT_FOR_NAMES) break;
    room.bytes -= sizeOf(attribute);
    shown.push(attribute);
  }
  return { attributes: shown, omitted: attributes.length - shown.length };
}

/** With the comma after it. */
const sizeOf = (part: object): number => Buffer.byteLength(JSON.stringify(part)) + 1;

function hider(secrets: string[], mask: Mask): Hide {
  const long = secrets.filter((secret) => secret.length >= MIN_SECRET);
  const exact = new Set(long.map((secret) => JSON.stringify(secret)));
  return (value) => {
    if (value.kind !== "value") return value;
    if (exact.has(value.text)) return { kind: "sensitive", text: "" };
    // Before it is cut, which might leave a part of a secret.
    const text = storable(mask(value.text));
    return text.length > MAX_TEXT ? { kind: "cut", text: beginning(text, MAX_TEXT) } : { ...value, text };
  };
}

const nameWith =
  (mask: Mask) =>
  (text: string): string =>
    storable(beginning(mask(text), MAX_NAME));
