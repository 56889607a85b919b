import { HOST_STATES, type HostState, NO_STATE, STATE_LETTERS } from "@/lib/protocol/events";
import type { MatrixHost, MatrixStep, TaskMatrix } from "@/lib/task/schema/events";

const STATES = new Map<string, HostState>(HOST_STATES.map((state) => [STATE_LETTERS[state], state]));

/** Background and text of a state's cells. */
export const STATE_CLASSES: Record<HostState, string> = {
  ok: "bg-success-soft text-success-text",
  changed: "bg-amber-soft text-amber-text",
  failed: "bg-error text-background",
  unreachable: "bg-error-soft text-error-text",
  skipped: "bg-muted text-muted-foreground",
  ignored: "bg-muted text-error-text",
  rescued: "bg-amber-soft text-error-text",
};

/** So that the states differ without colours. */
export const STATE_SIGNS: Record<HostState, string> = {
  ok: "·",
  changed: "~",
  failed: "✕",
  unreachable: "!",
  skipped: "–",
  ignored: "i",
  rescued: "r",
};

export const stateAt = (step: MatrixStep, host: number): HostState | undefined =>
  STATES.get(step.states[host] ?? NO_STATE);

/** How many results there are in each state. */
export function countStates({ steps }: TaskMatrix): Map<HostState, number> {
  const counts = new Map<HostState, number>();
  for (const { states } of steps) {
    for (const letter of states) {
      const state = STATES.get(letter);
      if (state) counts.set(state, (counts.get(state) ?? 0) + 1);
    }
  }
  return new Map(HOST_STATES.flatMap((state) => (counts.has(state) ? [[state, counts.get(state) ?? 0]] : [])));
}

export const FAILURES: readonly HostState[] = ["failed", "unreachable"];

/** Where a failed run is looked at first: the first failure of the first step that has one. */
export function firstFailure(hosts: readonly MatrixHost[], steps: readonly MatrixStep[]) {
  const isFailure = new Set(FAILURES.map((state) => STATE_LETTERS[state]));
  for (const [column, { states }] of steps.entries()) {
    const row = hosts.findIndex(({ number }) => isFailure.has(states[number] ?? NO_STATE));
    if (row >= 0) return { row, column };
  }
  return { row: 0, column: 0 };
}

/** In the same order, but these before the others. */
export function withFirst(hosts: readonly MatrixHost[], first: readonly MatrixHost[]): MatrixHost[] {
  const numbers = new Set(first.map(({ number }) => number));
  return hosts.toSorted((a, b) => Number(numbers.has(b.number)) - Number(numbers.has(a.number)));
}

export type MatrixFilter = { text: string; states: readonly HostState[] };

/** web-2 comes before web-10. */
const byName = new Intl.Collator("en", { numeric: true });

/** Rows by name, and columns, that have a result in one of the states; the text selects hosts, or steps where no host fits it. */
export function filterMatrix(
  { hosts, steps }: TaskMatrix,
  { text, states }: MatrixFilter,
): { hosts: MatrixHost[]; steps: MatrixStep[] } {
  const words = text.trim().toLowerCase();
  const named = hosts.filter(({ name }) => name.toLowerCase().includes(words));
  const columns = named.length > 0 ? steps : steps.filter(({ name }) => name.toLowerCase().includes(words));
  if (named.length === 0 && columns.length === 0) return { hosts: [], steps: [] };
  const rows = (named.length > 0 ? named : hosts).toSorted((a, b) => byName.compare(a.name, b.name));
  if (states.length === 0) return { hosts: rows, steps: columns };
  const found = findStates(rows, columns, states);
  return { hosts: rows.filter((_, index) => found.rows[index] === 1), steps: found.steps };
}

/** Looks at each cell once, because this happens at every key: half a million of them. */
function findStates(hosts: readonly MatrixHost[], columns: readonly MatrixStep[], wanted: readonly HostState[]) {
  const isWanted = new Uint8Array(128);
  for (const state of wanted) isWanted[STATE_LETTERS[state].charCodeAt(0)] = 1;
  const numbers = Uint32Array.from(hosts, ({ number }) => number);
  const rows = new Uint8Array(hosts.length);
  const steps = columns.filter(({ states }) => {
    let has = false;
    for (let index = 0; index < numbers.length; index++) {
      if (isWanted[states.charCodeAt(numbers[index] ?? 0)] !== 1) continue;
      rows[index] = 1;
      has = true;
    }
    return has;
  });
  return { rows, steps };
}
