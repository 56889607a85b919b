import vm from "node:vm";
import { ExpressionError } from "@/lib/workflow/rules/expression";

/** Other requests wait meanwhile. Ordinary expressions take less than a millisecond. */
const MOST_MS = 500;

const sandbox: { work: () => unknown } = { work: () => undefined };
const context = vm.createContext(sandbox);
/** The time limit of a script also ends what it calls outside of its context. */
const script = new vm.Script("work()");

/** By what the expressions are about: the time that those of one look at a run may take together. */
const spentOn = new WeakMap<object, number>();

/** Evaluates an expression over `of`. Throws an ExpressionError if it takes too long, or if others over the same did. */
export function inTime<Result>(of: object, evaluate: () => Result): Result {
  const spent = spentOn.get(of) ?? 0;
  if (spent >= MOST_MS) throw tooLong();
  const began = performance.now();
  let result: Result | undefined;
  sandbox.work = () => {
    result = evaluate();
  };
  try {
    script.runInContext(context, { timeout: Math.ceil(MOST_MS - spent) });
    return result as Result;
  } catch (error) {
    throw isTimeout(error) ? tooLong() : error;
  } finally {
    spentOn.set(of, spent + performance.now() - began);
  }
}

/** The error is one of the context, and so no instance of our Error. */
const isTimeout = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";

const tooLong = () => new ExpressionError(`the expressions take longer than ${MOST_MS} ms`);
