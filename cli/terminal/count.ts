import { CommandProblem } from "../problem";

const MOST = 200;

/** The value of --count, as far as a list goes. */
export function readCount(given: string): number {
  if (/^[1-9]\d{0,2}$/.test(given) && Number(given) <= MOST) return Number(given);
  throw new CommandProblem(`--count takes a number from 1 to ${MOST}`);
}
