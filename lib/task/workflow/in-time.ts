import vm from "node:vm";
import { ExpressionError } from "@/lib/workflow/rules/expression";

/** Other requests wait meanwhile. Ordinary expressions take less than a millisecond. */
const MOST_MS = 500;

/** What expressions that share their time have taken of it, in milliseconds. */
export type Time = { spent: number };

export const isTimeUp = ({ spent }: Time): boolean => spent >= MOST_MS;

const sandbox: { work: () => unknown } = { work: () => undefined };
const context = vm.createContext(sandbox);
/** The time limit of a script also ends what it calls outside of its context. */
const script = new vm.Script("work()");

/**
 * Evaluates an expression. Throws an ExpressionError if it takes too long, or if others that share its time did. Time in
 * which the process did not run does not count: an expression that was ended for it is evaluated again.
 */
export function inTime<Result>(time: Time, evaluate: () => Result): Result {
  let result: Result | undefined;
  sandbox.work = () => {
    result = evaluate();
  };
  while (!isTimeUp(time)) {
    const elapsed = stopwatch();
    try {
      script.runInContext(context, { timeout: Math.ceil(MOST_MS - time.spent) });
      return result as Result;
    } catch (error) {
      if (!isTimeout(error)) throw error;
    } finally {
      time.spent += elapsed();
    }
  }
  throw new ExpressionError(`the expressions take longer than ${MOST_MS} ms`);
}

/** The processor's time counts the threads beside this one too, so it can be more than has passed. */
function stopwatch(): () => number {
  const began = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return Math.min(performance.now() - began, (user + system) / 1000);
  };
}

/** The error is one of the context, and so no instance of our Error. */
const isTimeout = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
