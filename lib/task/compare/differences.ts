import type { PlanAction, TaskPlan } from "@/lib/protocol/plan";
import type { Results } from "@/lib/task/compare/results";
import type { Run } from "@/lib/task/compare/run";
import type { DurationChange, HostChange, PlanDifference } from "@/lib/task/schema/compare";

const MAX_LISTED = 500;
const MAX_STEPS = 10;
/** Smaller differences are chance. */
const MIN_STEP_MS = 1_000;

const cut = <Item>(all: readonly Item[]) => ({
  list: all.slice(0, MAX_LISTED),
  more: Math.max(0, all.length - MAX_LISTED),
});

/** Null unless the hosts of both runs are known. */
export function compareHosts(before: Results, after: Results): { list: HostChange[]; more: number } | null {
  const [one, other] = [before.hosts, after.hosts];
  if (!one || !other) return null;
  const changes = [...new Set([...other.keys(), ...one.keys()])].flatMap((host) => {
    const [was, is] = [one.get(host)?.state ?? null, other.get(host)?.state ?? null];
    return was === is ? [] : [{ host, before: was, after: is, step: other.get(host)?.step ?? "" }];
  });
  return cut(changes.sort((a, b) => Number(b.step !== "") - Number(a.step !== "")));
}

/** By address: what one plan does and the other does not, or does otherwise. */
export function comparePlans(before: TaskPlan | null, after: TaskPlan | null) {
  const [one, other] = [actionsIn(before), actionsIn(after)];
  const addresses = [...new Set([...other.keys(), ...one.keys()])];
  const changes = addresses.flatMap((address): PlanDifference[] => {
    const [was, is] = [one.get(address) ?? null, other.get(address) ?? null];
    return was?.text === is?.text ? [] : [{ address, before: was?.action ?? null, after: is?.action ?? null }];
  });
  return cut(changes);
}

type Planned = { action: PlanAction; text: string };

const actionsIn = (plan: TaskPlan | null): ReadonlyMap<string, Planned> =>
  new Map(
    (plan?.resources ?? []).map(({ address, action, attributes }) => [
      address,
      { action, text: JSON.stringify([action, attributes]) },
    ]),
  );

type Timed = { run: Run; results: Results };

/** Durations of the runs, of their stages, and of the steps that differ most. */
export function compareDurations(before: Timed, after: Timed): DurationChange[] {
  const whole = (kind: "waited" | "total", of: (run: Run) => number | null): DurationChange => ({
    kind,
    name: "",
    before: of(before.run),
    after: of(after.run),
  });
  return [
    whole("waited", ({ created, start }) => span(created, start)),
    whole("total", ({ start, end }) => span(start, end)),
    ...pairs("stage", stagesOf(before.run), stagesOf(after.run)),
    ...pairs("step", sums(before.results.steps), sums(after.results.steps))
      .filter((step) => apart(step) >= MIN_STEP_MS)
      .sort((a, b) => apart(b) - apart(a))
      .slice(0, MAX_STEPS),
  ];
}

function span(start: string | null, end: string | null): number | null {
  return start === null || end === null ? null : Math.max(0, Date.parse(end) - Date.parse(start));
}

const apart = ({ before, after }: DurationChange): number => Math.abs((after ?? 0) - (before ?? 0));

const stagesOf = ({ stages }: Run) =>
  sums(stages.flatMap(({ name, start, end }) => (end === null ? [] : [{ name, millis: span(start, end) ?? 0 }])));

/** A name may occur more than once. */
function sums(of: readonly { name: string; millis: number }[]): Map<string, number> {
  const total = new Map<string, number>();
  for (const { name, millis } of of) total.set(name, (total.get(name) ?? 0) + millis);
  return total;
}

const pairs = (
  kind: "stage" | "step",
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): DurationChange[] =>
  [...new Set([...other.keys(), ...one.keys()])].map((name) => ({
    kind,
    name,
    before: one.get(name) ?? null,
    after: other.get(name) ?? null,
  }));
