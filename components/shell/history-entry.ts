/** Key in the state of a history entry: how many entries ago no task was open. */
const STEPS = "taskSteps";

/** Null when the task was in the URL from the start. */
export function stepsSinceOpened(): number | null {
  const steps: unknown = window.history.state?.[STEPS];
  return typeof steps === "number" ? steps : null;
}

/** Not with the state that Next keeps there: it takes an entry of its own for unchanged. */
const stateOf = (steps: number | null): object | null => (steps === null ? null : { [STEPS]: steps });

/** Adds an entry with another address. */
export const addEntry = (address: URL, steps: number | null): void =>
  window.history.pushState(stateOf(steps), "", address);

/** Gives the entry another address. */
export const replaceAddress = (address: string | URL): void =>
  window.history.replaceState(stateOf(stepsSinceOpened()), "", address);
