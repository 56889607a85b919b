import { hasEnded } from "@/components/workflow/run/run-state";
import type { NodeState } from "@/lib/task/schema/workflow";

/** Milliseconds since the epoch. */
export type Span = { from: number; to: number };

/** When a node waited, for a person, a time or a runner, and when it worked. */
export function spansOf(state: NodeState, kind: string, now: number): { waited: Span | null; worked: Span | null } {
  const { start, end, task, status } = state;
  if (!start || status === "skipped") return { waited: null, worked: null };
  const from = Date.parse(start);
  const to = end ? Date.parse(end) : hasEnded(state) ? from : now;
  if (kind !== "template") return { waited: spanOf(from, to), worked: null };
  // A matrix has many tasks, which wait and work at the same time.
  if (!task) return { waited: null, worked: spanOf(from, to) };
  const began = task.start ? Math.min(Math.max(Date.parse(task.start), from), to) : to;
  return { waited: spanOf(from, began), worked: spanOf(began, to) };
}

const spanOf = (from: number, to: number): Span | null => (to > from ? { from, to } : null);

export const lengthOf = (span: Span | null): number => (span ? span.to - span.from : 0);

/** From the first node's start to the last one's end, or until now; null before anything started. */
export function wholeSpan(nodes: readonly NodeState[], now: number): Span | null {
  const started = nodes.filter(({ start, status }) => start !== null && status !== "skipped");
  if (started.length === 0) return null;
  const from = Math.min(...started.map(({ start }) => Date.parse(start ?? "")));
  const to = Math.max(...started.map((state) => (state.end ? Date.parse(state.end) : hasEnded(state) ? from : now)));
  return { from, to: Math.max(to, from + 1_000) };
}

const STEPS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400, 172_800, 604_800,
];
const MOST_TICKS = 6;

/** As a share of the whole: a label that begins later would be cut off. */
const LAST_TICK = 0.96;

/** Round distances from the start, in milliseconds. */
export function ticksOf(length: number): number[] {
  const seconds = STEPS.find((step) => length / (step * 1_000) <= MOST_TICKS) ?? 2_592_000;
  const step = seconds * 1_000;
  return Array.from({ length: Math.floor((length * LAST_TICK) / step) + 1 }, (_, index) => index * step);
}
